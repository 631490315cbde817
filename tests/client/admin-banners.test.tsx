import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import BannersAdmin from '#client/features/banners/admin/banners-admin.tsx';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import { moveTo } from '#src/features/banners/rules.ts';
import { AppError, ERRORS, type ErrorCode } from '#src/shared/errors.ts';
import { freshPage, toastSaying } from '#tests/support/client.tsx';
import { control, fill } from '#tests/support/form.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');

const banner = (title: string, order_index: number): AdminBanner => ({
  id: `0190a000-0000-7000-8000-00000000000${order_index}`,
  title,
  description: null,
  external_url: null,
  file_url: '/demo/ski.webp',
  link_url: null,
  file_type: 'image',
  is_active: true,
  order_index,
  created_at: '2027-01-01T00:00:00.000Z',
  version: 1,
});

let uploads: FakeUpload[] = [];
class FakeUpload {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  aborted = false;
  body?: FormData;
  open() {}
  setRequestHeader() {}
  send(body: FormData) {
    this.body = body;
    uploads.push(this);
  }
  abort() {
    this.aborted = true;
    this.onabort?.();
  }
  respond(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    act(() => this.onload?.());
  }
}
const RealXMLHttpRequest = globalThis.XMLHttpRequest;
beforeEach(() => {
  uploads = [];
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  globalThis.XMLHttpRequest = RealXMLHttpRequest;
});

async function open(
  handlers: Partial<Record<'update' | 'create' | 'list', (input: unknown) => unknown>> = {},
) {
  const storedBanners = ['A', 'B', 'C'].map(banner);
  const { calls } = fakeServer({
    'admin.banners.list': handlers.list ?? (() => storedBanners),
    'admin.banners.update': handlers.update ?? (() => storedBanners[0]),
    'admin.banners.create': handlers.create ?? (() => storedBanners[0]),
    'admin.admins.overview': () => ({}),
  });
  renderAt('/admin/dashboard?tab=banners', <BannersAdmin />);
  await screen.findByText('A');
  return {
    sent: (verb: string) =>
      calls.filter(({ procedure }) => procedure === `admin.banners.${verb}`).map(({ input }) => input),
  };
}

/** A failed assertion on an element would print React's whole internal state. */
const expectDialogClosed = () => waitFor(() => expect(document.querySelectorAll('dialog').length).toBe(0));
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const shownTitles = () =>
  [...document.querySelectorAll('.banner-row-text strong')].map(({ textContent }) => textContent);
const chooseFile = (file: File) => fireEvent.change(control('file'), { target: { files: [file] } });
const PNG = new File(['x'], 'bild.png', { type: 'image/png' });
const UPLOADED = { file_type: 'video', file_url: `/uploads/${'a'.repeat(64)}.webm` };

describe('the banner dialog', () => {
  test('requires a file or URL, then sends the values of the form', async () => {
    const { sent } = await open();
    await press('Skapa banner');
    await press('Spara');
    expect(screen.getByText('Vänligen ladda upp en fil eller ange en extern URL')).toBeTruthy();
    expect(sent('create')).toEqual([]);
    await fill({ title: 'Vår', external_url: 'https://a.se/film.webm', link_url: '/map' });
    expect(screen.queryByText('Vänligen ladda upp en fil eller ange en extern URL')).toBeNull();
    expect(control('file_type').value).toBe('video');
    await press('Spara');
    await toastSaying('Banner skapad!');
    expect(sent('create')).toEqual([
      {
        title: 'Vår',
        description: '',
        file_url: '',
        external_url: 'https://a.se/film.webm',
        file_type: null,
        link_url: '/map',
        // null: the server appends the banner and activates it.
        order_index: null,
        is_active: null,
      },
    ]);
    await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(0));
  });

  test('saves and lists a banner without title', async () => {
    const untitled = { ...banner('', 0), description: 'Nya lopp i sommar' };
    const { sent } = await open({ list: () => [untitled, banner('A', 1)], update: () => untitled });
    expect(screen.getByText('Utan titel')).toBeTruthy();
    await press('Redigera: Nya lopp i sommar');
    expect(control('title').value).toBe('');
    await press('Spara');
    await toastSaying('Banner uppdaterad!');
    expect(sent('update')).toEqual([expect.objectContaining({ title: '' })]);
  });

  test('shows upload progress, and disables the external URL while there is a file', async () => {
    const { sent } = await open();
    await press('Redigera: B');
    expect(control('external_url').disabled).toBe(true);
    await press('Ta bort filen');
    expect(control('external_url').disabled).toBe(false);
    chooseFile(PNG);
    act(() => uploads[0]?.upload.onprogress?.({ loaded: 3, total: 4 }));
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('0.75');
    expect((screen.getByRole('button', { name: 'Spara' }) as HTMLButtonElement).disabled).toBe(true);
    act(() => uploads[0]?.upload.onprogress?.({ loaded: 4, total: 4 }));
    expect(screen.getByText('Kontrollerar bild.png…')).toBeTruthy();
    expect(uploads[0]?.body?.get('file')).toHaveProperty('name', 'bild.png');
    uploads[0]?.respond(200, UPLOADED);
    await screen.findByText('bild.png');
    expect([control('external_url').disabled, control('file_type').value]).toEqual([true, 'video']);
    await press('Spara');
    await toastSaying('Banner uppdaterad!');
    expect(sent('update')).toEqual([expect.objectContaining({ id: banner('B', 1).id, ...UPLOADED })]);
  });

  test('aborts an upload when it is cancelled and when the dialog closes', async () => {
    await open();
    await press('Skapa banner');
    chooseFile(PNG);
    await press('Avbryt uppladdning');
    expect(uploads[0]?.aborted).toBe(true);
    chooseFile(PNG);
    await userEvent.click(screen.getAllByRole('button', { name: 'Avbryt' })[0] as HTMLElement);
    await press('Stäng utan att spara');
    expect(uploads[1]?.aborted).toBe(true);
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });

  test('rejects a file that is too large or of another type without sending it', async () => {
    await open();
    await press('Skapa banner');
    const large = new File(['x'], 'stor.mp4', { type: 'video/mp4' });
    Object.defineProperty(large, 'size', { value: 50 * 1024 * 1024 + 1 });
    chooseFile(large);
    expect(screen.getByText(ERRORS['upload.too_large'][1])).toBeTruthy();
    chooseFile(new File(['x'], 'a.svg', { type: 'image/svg+xml' }));
    expect(screen.getByText(ERRORS['upload.kind'][1])).toBeTruthy();
    expect(uploads).toEqual([]);
  });

  const uploadErrors: [number, ErrorCode][] = [
    [415, 'upload.kind'],
    [413, 'upload.too_large'],
    [503, 'server.disk_full'],
  ];
  test.each(uploadErrors)('shows why the server rejected an upload with %d %s', async (status, code) => {
    await open();
    await press('Skapa banner');
    chooseFile(PNG);
    uploads[0]?.respond(status, { detail: '', code });
    await toastSaying('Fel vid filuppladdning');
    expect(screen.getByText(ERRORS[code][1])).toBeTruthy();
    expect(screen.getByText('Dra hit en fil, eller välj en')).toBeTruthy();
  });

  test('says that a file cannot be shown', async () => {
    await open();
    await press('Redigera: A');
    const picture = document.querySelector('.banner-preview :is(img, video)');
    if (!picture) throw new Error('There is no preview.');
    fireEvent.error(picture);
    expect((await screen.findByRole('alert')).textContent).toBe('Filen kan inte visas. Välj en annan.');
  });

  test('shows why a save was rejected and keeps the input', async () => {
    await open({
      update: () => {
        throw new AppError('banner.file');
      },
    });
    await press('Redigera: A');
    await fill({ title: ' igen' });
    await press('Spara');
    await toastSaying('Fel vid sparande av banner');
    expect((await screen.findByRole('alert')).textContent).toBe('Filen finns inte. Ladda upp den igen.');
    expect(control('title').value).toBe('A igen');
  });
});

describe('the banner dialog when two admins edit the same banner', () => {
  test('sends order_index and is_active only if they were changed in the dialog', async () => {
    const { sent } = await open();
    await press('Redigera: B');
    await fill({ title: ' igen' });
    await press('Spara');
    await toastSaying('Banner uppdaterad!');
    await expectDialogClosed();
    await press('Redigera: B');
    fireEvent.change(control('order_index'), { target: { value: '0' } });
    await userEvent.click(control('is_active'));
    await press('Spara');
    await waitFor(() => expect(sent('update')).toHaveLength(2));
    expect(sent('update')).toEqual([
      expect.objectContaining({ title: 'B igen', order_index: null, is_active: null }),
      expect.objectContaining({ title: 'B', order_index: 0, is_active: false }),
    ]);
  });

  async function openConflict() {
    const otherAdminsBanner = {
      ...banner('A', 0),
      title: 'Deras',
      link_url: '/map',
      order_index: 2,
      version: 2,
    };
    const server: { update: () => unknown; list: AdminBanner[] } = {
      list: ['A', 'B', 'C'].map(banner),
      update: () => {
        server.list = [banner('B', 1), banner('C', 2), otherAdminsBanner];
        throw new AppError('banner.changed');
      },
    };
    const page = await open({ update: () => server.update(), list: () => server.list });
    await press('Redigera: A');
    await fill({ description: 'Min' });
    await press('Spara');
    await screen.findByText('Någon annan har ändrat bannern sedan du öppnade den: Titel, Länk.');
    await toastSaying('Fel vid sparande av banner');
    expect([control('title').value, control('description').value]).toEqual(['A', 'Min']);
    return { ...page, server };
  }
  const versions = (sent: (verb: string) => unknown[]) =>
    sent('update').map((input) => (input as { version: number }).version);

  test('lists what the other admin changed and loads it on "Visa deras"', async () => {
    const { sent, server } = await openConflict();
    await press('Visa deras');
    await press('Kasta mina ändringar');
    expect(['title', 'description', 'link_url', 'order_index'].map((name) => control(name).value)).toEqual([
      'Deras',
      '',
      '/map',
      '2',
    ]);
    expect(document.querySelector('.banner-form .alert') === null).toBe(true);
    server.update = () => banner('A', 2);
    await fill({ title: ' och min' });
    await press('Spara');
    await toastSaying('Banner uppdaterad!');
    expect(versions(sent)).toEqual([1, 2]);
  });

  test('overwrites the changes of the other admin on "Spara mitt ändå"', async () => {
    const { sent, server } = await openConflict();
    server.update = () => banner('A', 2);
    await press('Spara mitt ändå');
    await toastSaying('Banner uppdaterad!');
    await expectDialogClosed();
    expect(versions(sent)).toEqual([1, 2]);
    expect(sent('update')[1]).toMatchObject({ title: 'A', description: 'Min', order_index: null });
  });
});

describe('the order and state of banners', () => {
  test('shows two quick moves at once and sends them one after the other', async () => {
    const responses: (() => void)[] = [];
    const { sent } = await open({
      update: () => new Promise((resolve) => responses.push(() => resolve(banner('C', 0)))),
    });
    await press('Flytta upp: C');
    await press('Flytta upp: C');
    expect(shownTitles()).toEqual(['C', 'A', 'B']);
    expect(sent('update')).toEqual([{ id: banner('C', 2).id, order_index: 1 }]);
    responses[0]?.();
    await waitFor(() => expect(sent('update')).toHaveLength(2));
    expect(sent('update')[1]).toEqual({ id: banner('C', 2).id, order_index: 0 });
    expect(shownTitles()).toEqual(['C', 'A', 'B']);
    expect(sent('list')).toHaveLength(1);
    responses[1]?.();
    // The fake server stores no new order, so the refetched list shows the old one.
    await waitFor(() => expect(shownTitles()).toEqual(['A', 'B', 'C']));
  });

  test('shows a toast and reverts a move or a toggle that failed', async () => {
    await open({
      update: () => {
        throw new AppError('server.failed');
      },
    });
    await press('Flytta ner: A');
    await toastSaying('Fel vid ändring av bannerordning');
    await waitFor(() => expect(shownTitles()).toEqual(['A', 'B', 'C']));
    await userEvent.click(screen.getByRole('switch', { name: 'Aktiv: A' }));
    await toastSaying('Fel vid ändring av bannerstatus');
    await waitFor(() =>
      expect((screen.getByRole('switch', { name: 'Aktiv: A' }) as HTMLInputElement).checked).toBe(true),
    );
  });

  test('keeps focus on a move button when the banner reaches the end of the list; another press does nothing', async () => {
    let storedBanners = ['A', 'B', 'C'].map(banner);
    const { sent } = await open({
      list: () => storedBanners,
      update: (input) => {
        const { id, order_index } = input as { id: string; order_index: number };
        const orderedIds = moveTo(
          storedBanners.map((row) => row.id),
          id,
          order_index,
        );
        storedBanners = storedBanners
          .map((row) => ({ ...row, order_index: orderedIds.indexOf(row.id) }))
          .toSorted((a, b) => a.order_index - b.order_index);
        return storedBanners[order_index];
      },
    });
    const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;
    const upLabel = 'Flytta upp: C';
    button(upLabel).focus();
    for (let pressIndex = 0; pressIndex < 5; pressIndex++) await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(sent('list').length).toBeGreaterThan(1));
    expect(sent('update').map((input) => (input as { order_index: number }).order_index)).toEqual([1, 0]);
    expect(shownTitles()).toEqual(['C', 'A', 'B']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe(upLabel);
    expect([button(upLabel).disabled, button(upLabel).getAttribute('aria-disabled')]).toEqual([
      false,
      'true',
    ]);
    // Once it loses focus, it is disabled.
    act(() => button('Flytta ner: C').focus());
    expect(button(upLabel).disabled).toBe(true);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(shownTitles()).toEqual(['A', 'C', 'B']));
  });

  test('disables "up" on the first banner and "down" on the last', async () => {
    await open();
    const isDisabled = (name: string) => (screen.getByRole('button', { name }) as HTMLButtonElement).disabled;
    expect(
      ['A', 'B', 'C'].map((title) => [
        isDisabled(`Flytta upp: ${title}`),
        isDisabled(`Flytta ner: ${title}`),
      ]),
    ).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });
});
