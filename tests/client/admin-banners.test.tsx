import { describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import { AppError, ERRORS, type ErrorCode } from '#src/shared/errors.ts';
import { banner, openBanners as open, press } from '#tests/support/banners-tab.tsx';
import { freshPage, toastSaying } from '#tests/support/client.tsx';
import { fakeUploads } from '#tests/support/fake-uploads.ts';
import { control, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');
const uploads = fakeUploads();

/** A failed assertion on an element would print React's whole internal state. */
const expectDialogClosed = () => waitFor(() => expect(document.querySelectorAll('dialog').length).toBe(0));
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
    expect(uploads[0]?.body.get('file')).toHaveProperty('name', 'bild.png');
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
    expect(uploads[0]?.isAborted).toBe(true);
    chooseFile(PNG);
    await userEvent.click(screen.getAllByRole('button', { name: 'Avbryt' })[0] as HTMLElement);
    await press('Stäng utan att spara');
    expect(uploads[1]?.isAborted).toBe(true);
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
    await open({ update: new AppError('banner.file') });
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
    const theirs = { ...banner('A', 0), title: 'Deras', link_url: '/map', order_index: 2, version: 2 };
    const server: { update: () => unknown; list: AdminBanner[] } = {
      list: ['A', 'B', 'C'].map(banner),
      update: () => {
        server.list = [banner('B', 1), banner('C', 2), theirs];
        return new AppError('banner.changed');
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
