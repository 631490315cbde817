import { afterEach, describe, expect, test } from 'bun:test';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { WatchEventButton } from '#client/features/events/watch/watch-event-button.tsx';
import HomePage from '#client/pages/home.tsx';
import { forgetSession, storeSession } from '#client/platform/session/member.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { calendarAnswers } from '#tests/support/calendar-answers.ts';
import { freshPage, show, toastSaying } from '#tests/support/client.tsx';
import { eventOf, idOf } from '#tests/support/events.ts';
import { control, describedBy, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');
afterEach(() => act(forgetSession));

const CREATE = 'public.watches.create';
const CONFIRM = { message: 'Nästan klart!', watch: null };
const ANNA = { id: 'anna', full_name: 'Anna Lindqvist' };

type Options = { answer?: unknown; event?: Partial<PublicEvent>; kind?: 'market_sale' };

/** Every test watches its own event, so that no test restores another's draft. */
async function openFor({ answer = CONFIRM, event: part = {}, kind }: Options = {}) {
  const event = eventOf({
    id: crypto.randomUUID(),
    event_name: 'Vasaloppet',
    event_date: '2027-03-07',
    distances: '45 km, 90 km',
    url: '/lopp/vasaloppet/2027',
    ...part,
  });
  const { calls } = show(<WatchEventButton watched={{ event, ...(kind && { kind }) }} text="Mejla mig" />, {
    answers: { [CREATE]: answer, 'marketplace.accounts.me': { ...ANNA, email: 'anna@example.se' } },
  });
  await userEvent.click(opener());
  await screen.findByRole('dialog', { name: 'Mejla mig' });
  return {
    event,
    sent: () => calls.filter(({ procedure }) => procedure === CREATE),
  };
}
const opener = () => screen.getAllByRole('button', { name: 'Mejla mig' })[0] as HTMLElement;
const send = () =>
  userEvent.click(screen.getAllByRole('button', { name: 'Mejla mig' }).at(-1) as HTMLElement);
const choose = (label: string) => userEvent.click(screen.getByLabelText(label));
const NOTHING_MORE = {
  query: null,
  distance: null,
  min_price: null,
  max_price: null,
  website: '',
};

describe('the dialog to watch an event', () => {
  test('tells a visitor to confirm by mail', async () => {
    const { event, sent } = await openFor();
    await fill({ email: 'karin@example.se' });
    await send();
    const dialog = await screen.findByRole('dialog', { name: 'Nästan klart!' });
    expect(dialog.textContent).toContain(
      'Bekräfta bevakningen i mejlet som vi har skickat till karin@example.se.',
    );
    expect(dialog.contains(document.activeElement)).toBe(true);
    expect(sent()).toEqual([
      {
        procedure: CREATE,
        input: {
          ...NOTHING_MORE,
          kind: 'event',
          event_id: event.id,
          series_id: null,
          cadence: 'direct',
          email: 'karin@example.se',
        },
      },
    ]);
    await userEvent.click(screen.getAllByRole('button', { name: 'Stäng' }).at(-1) as HTMLElement);
    expect(document.activeElement).toBe(opener());
    await userEvent.click(opener());
    expect(control('email').value).toBe('');
  });

  test('tells a visitor who closes the dialog while it is sent', async () => {
    const answer = Promise.withResolvers<typeof CONFIRM>();
    await openFor({ answer: () => answer.promise });
    await fill({ email: 'karin@example.se' });
    await send();
    await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
    expect(screen.queryAllByRole('dialog').length).toBe(0);
    answer.resolve(CONFIRM);
    await toastSaying('Nästan klart!');
  });

  test('watches at once for a member, at the address of the account', async () => {
    storeSession('token', ANNA);
    const watch = { id: 'w' };
    const { sent } = await openFor({ answer: { message: 'Du följer nu Vasaloppet.', watch } });
    await screen.findByText('anna@example.se');
    expect(screen.queryByLabelText(/^E-post/)).toBeNull();
    await send();
    await toastSaying('Du följer nu Vasaloppet.');
    expect(sent()[0]).toMatchObject({ bearer: 'token', input: { kind: 'event', email: null } });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('watches next year’s race once a day, unless told otherwise', async () => {
    const { event, sent } = await openFor();
    await choose('Nästa års datum');
    expect(control('cadence').value).toBe('daily');
    await fill({ email: 'karin@example.se', cadence: 'weekly' });
    await choose('Ändringar och anmälan');
    await choose('Nästa års datum');
    await send();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.input).toMatchObject({
      kind: 'series',
      event_id: event.id,
      series_id: null,
      cadence: 'weekly',
    });
  });

  test('takes a distance and the highest price of places for sale', async () => {
    const { sent } = await openFor({ kind: 'market_sale' });
    await fill({ distance: '90 km', price: '1 500', email: 'karin@example.se' });
    await send();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.input).toMatchObject({
      kind: 'market_sale',
      distance: '90 km',
      min_price: null,
      max_price: 1500,
    });
  });

  test('takes the lowest price that seekers offer', async () => {
    const { sent } = await openFor({ kind: 'market_sale' });
    await fill({ price: '1500' });
    await choose('Platser som söks');
    expect(control('price').value).toBe('');
    await fill({ price: '900', email: 'karin@example.se' });
    expect(screen.getByLabelText(/^Lägsta pris/)).toBeTruthy();
    await send();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.input).toMatchObject({ kind: 'market_wanted', min_price: 900, max_price: null });
  });

  test('has no fields of ads for other choices', async () => {
    await openFor({ kind: 'market_sale' });
    await fill({ price: 'dyrt' });
    await choose('Ändringar och anmälan');
    expect(document.querySelector('[name="price"], [name="distance"]')).toBeNull();
  });

  test('shows what is wrong and keeps what was typed', async () => {
    const { sent } = await openFor({ kind: 'market_sale' });
    await fill({ price: 'dyrt', email: 'karin' });
    await send();
    expect(describedBy('price')).toContain('Ange ett pris i hela kronor.');
    expect(describedBy('email')).toContain('Ange en giltig e-postadress.');
    expect(document.activeElement).toBe(control('price'));
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
    await userEvent.click(opener());
    expect([control('price').value, control('email').value]).toEqual(['dyrt', 'karin']);
  });

  test('keeps what was typed when the server refuses', async () => {
    await openFor({ answer: new AppError('watch.over') });
    await fill({ email: 'karin@example.se' });
    await send();
    await toastSaying('Kunde inte spara bevakningen. Försök igen.');
    expect(screen.getByRole('alert').textContent).toContain('loppet eller perioden är över');
    expect(control('email').value).toBe('karin@example.se');
  });

  test('asks for an address when the session has ended', async () => {
    storeSession('token', ANNA);
    await openFor({ answer: new AppError('request.unauthorized') });
    await send();
    expect(await screen.findByLabelText(/^E-post/)).toBeTruthy();
  });
});

describe('what there is to watch', () => {
  const labels = () => [...document.querySelectorAll('.radio-card')].map(({ textContent }) => textContent);

  test('is everything for a race to come', async () => {
    await openFor();
    expect(labels()).toEqual([
      'Ändringar och anmälan',
      'Nästa års datum',
      'Platser som säljs',
      'Platser som söks',
    ]);
  });

  test('has no places of a cancelled race', async () => {
    await openFor({ event: { status: 'cancelled' } });
    expect(labels()).toEqual(['Ändringar och anmälan', 'Nästa års datum']);
  });

  test('is only next year’s date after the race', async () => {
    await openFor({ event: { event_date: '2026-03-01' } });
    expect(labels()).toEqual([]);
    expect(screen.getByRole('dialog').textContent).toContain('Nästa års datum.');
  });

  test('is nothing after a race without series', () => {
    const event = eventOf({ id: 'e', event_date: '2026-03-01', url: null });
    show(<WatchEventButton watched={{ event }} text="Mejla mig" />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the calendar', () => {
  async function open(path: string) {
    const { calls } = show(<HomePage />, {
      path,
      answers: {
        ...calendarAnswers([eventOf({ id: idOf('vasa'), event_name: 'Loppet vasa' })]),
        'public.announcements.list': [],
        'public.banners.list': [],
        [CREATE]: CONFIRM,
      },
    });
    await screen.findAllByText(/evenemang av 1/);
    return () => calls.find(({ procedure }) => procedure === CREATE)?.input;
  }
  async function openDialog() {
    await userEvent.click(screen.getAllByRole('button', { name: 'Följ' })[0] as HTMLElement);
    await userEvent.click(await screen.findByRole('button', { name: 'Mejla mig' }));
    return screen.findByRole('dialog', { name: 'Mejla mig' });
  }

  test('offers to watch a selection, once a day', async () => {
    const input = await open('/?landskap=Dalarna&date=all&sort=name');
    const dialog = await openDialog();
    expect(dialog.textContent).toContain('Lopp i DalarnaNya, flyttade och inställda lopp.');
    await fill({ email: 'karin@example.se' });
    await send();
    await waitFor(() =>
      expect(input()).toMatchObject({ kind: 'search', query: 'landskap=Dalarna', cadence: 'daily' }),
    );
  });

  test('does not offer it for a period that is over', async () => {
    await open('/?from=2026-06-01&to=2026-06-30&date=all');
    await userEvent.click(screen.getAllByRole('button', { name: 'Följ' })[0] as HTMLElement);
    await screen.findByRole('dialog', { name: 'Följ' });
    expect(screen.queryByRole('button', { name: 'Mejla mig' })).toBeNull();
  });

  test('never watches the visitor’s own position, and says so', async () => {
    await open('/?near=mig&within=30&landskap=Dalarna');
    const dialog = await openDialog();
    expect(dialog.textContent).toContain('Din position följer inte med.');
    expect(dialog.textContent).not.toContain('Nära mig');
  });

  test('offers to tell when nothing matches', async () => {
    await open('/?landskap=Sk%C3%A5ne');
    await userEvent.click(await screen.findByRole('button', { name: 'Säg till mig' }));
    expect((await screen.findByRole('dialog', { name: 'Mejla mig' })).textContent).toContain('Lopp i Skåne');
  });

  test('offers to watch the race of a card', async () => {
    await open('/');
    await userEvent.click(screen.getByRole('button', { name: 'Följ Loppet vasa' }));
    expect((await screen.findByRole('dialog', { name: 'Mejla mig' })).textContent).toContain('Loppet vasa');
  });
});
