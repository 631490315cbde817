import { beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import WatchesPage from '#client/pages/watches.tsx';
import type { Cadence, WatchesByLink } from '#src/features/watches/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, show, toastSaying } from '#tests/support/client.tsx';
import { watchOf } from '#tests/support/shown-watch.ts';

freshPage('2027-01-15T10:00:00+01:00');
// React Query logs a failed fetch.
beforeEach(() => void spyOn(console, 'error').mockImplementation(() => {}));

const call = (name: string) => `public.watches.${name}`;
const RACE = watchOf({ id: 'one' });
const SEARCH = watchOf({
  id: 'two',
  kind: 'search',
  title: 'Löpning i Skåne',
  url: '/?sport=L',
  event_id: null,
});
const listOf = (part: Partial<WatchesByLink> = {}): WatchesByLink => ({
  watches: [RACE, SEARCH],
  paused_until: null,
  email: 'v***@exempel.se',
  ...part,
});

function open(list: unknown, answers: Record<string, unknown> = {}) {
  const shown = show(
    <Routes>
      <Route path="/bevakning/:token" element={<WatchesPage />} />
    </Routes>,
    { path: '/bevakning/hemlig', answers: { [call('list')]: list, ...answers } },
  );
  const sent = (name: string) =>
    shown.calls.filter(({ procedure }) => procedure === call(name)).map(({ input }) => input);
  return { ...shown, sent };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string | RegExp) => userEvent.click(button(name));
const confirmIn = async (dialog: string, name: string) =>
  userEvent.click(within(await screen.findByRole('dialog', { name: dialog })).getByRole('button', { name }));
const row = async (title: string) => within((await screen.findByText(title)).closest('li') as HTMLElement);

describe('the page of all watches', () => {
  test('shows the masked address, and what each watch is about and tells', async () => {
    open(listOf());
    const race = await row('Vasaloppet');
    expect(race.getByRole('link', { name: 'Vasaloppet' }).getAttribute('href')).toBe('/lopp/vasaloppet/2027');
    expect(race.getByText('Ändringar och anmälan')).toBeTruthy();
    expect((await row('Löpning i Skåne')).getByText('Nya, flyttade och inställda lopp')).toBeTruthy();
    expect(screen.getByText('Mejlen går till v***@exempel.se.')).toBeTruthy();
    expect(screen.queryByText('Vill du fortsätta följa?')).toBeNull();
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('hemlig');
  });

  test('saves a cadence at once, and the last of several quick choices', async () => {
    const saved = Promise.withResolvers<void>();
    const { sent } = open(listOf(), {
      [call('update')]: async ({ id, cadence }: { id: string; cadence: Cadence }) => {
        if (cadence === 'daily') await saved.promise;
        return { ...RACE, id, cadence };
      },
    });
    const choice = (await row('Vasaloppet')).getByRole<HTMLSelectElement>('combobox', {
      name: 'Hur ofta: Vasaloppet',
    });
    await userEvent.selectOptions(choice, 'daily');
    await userEvent.selectOptions(choice, 'weekly');
    expect(choice.value).toBe('weekly');
    saved.resolve();
    await toastSaying('Sparat: En gång i veckan');
    expect(choice.value).toBe('weekly');
    expect(sent('update')).toEqual([
      { token: 'hemlig', id: 'one', cadence: 'daily' },
      { token: 'hemlig', id: 'one', cadence: 'weekly' },
    ]);
  });

  test('shows the stored cadence again when saving fails', async () => {
    open(listOf(), { [call('update')]: new AppError('server.unavailable') });
    const choice = (await row('Vasaloppet')).getByRole<HTMLSelectElement>('combobox');
    await userEvent.selectOptions(choice, 'weekly');
    await toastSaying('Kunde inte ändra bevakningen. Försök igen.');
    await waitFor(() => expect(choice.value).toBe('direct'));
  });

  test('ends a watch after a question and keeps the others', async () => {
    const page = open(listOf(), { [call('remove')]: { message: 'Sparat.' } });
    await row('Vasaloppet');
    await press('Avsluta Vasaloppet');
    expect(page.sent('remove')).toEqual([]);
    page.answers[call('list')] = listOf({ watches: [SEARCH] });
    await confirmIn('Avsluta bevakningen?', 'Avsluta');
    await toastSaying('Bevakningen är avslutad');
    expect(screen.queryByText('Vasaloppet')).toBeNull();
    expect(screen.getByText('Löpning i Skåne')).toBeTruthy();
    expect(page.sent('remove')).toEqual([{ token: 'hemlig', id: 'one' }]);
    expect(document.activeElement).not.toBe(document.body);
  });

  test('pauses and ends the pause with one button', async () => {
    const { sent } = open(listOf(), {
      [call('pause')]: ({ paused }: { paused: boolean }) => ({
        watches: [RACE, SEARCH],
        paused_until: paused ? '2027-02-14T09:00:00.000Z' : null,
      }),
    });
    await row('Vasaloppet');
    await press('Pausa i 30 dagar');
    await screen.findByText(/^Pausat till 14 februari 2027\./);
    await press('Avsluta pausen');
    await waitFor(() => expect(button('Pausa i 30 dagar')).toBeTruthy());
    expect(sent('pause')).toEqual([
      { token: 'hemlig', paused: true },
      { token: 'hemlig', paused: false },
    ]);
  });

  test('asks whether expiring watches should go on', async () => {
    const expiring = listOf({ watches: [RACE, { ...SEARCH, is_expiring: true }] });
    const page = open(expiring, { [call('renew')]: { message: 'Sparat.' } });
    expect((await row('Löpning i Skåne')).getByText('Avslutas snart')).toBeTruthy();
    expect((await row('Vasaloppet')).queryByText('Avslutas snart')).toBeNull();
    page.answers[call('list')] = listOf();
    await press('Fortsätt följa');
    await toastSaying('Bevakningarna fortsätter');
    await waitFor(() => expect(screen.queryByText('Vill du fortsätta följa?')).toBeNull());
    expect(page.sent('renew')).toEqual([{ token: 'hemlig' }]);
  });

  test('ends all after a question, and then leads to the calendar', async () => {
    const page = open(listOf(), { [call('removeAll')]: { message: 'Sparat.' } });
    await row('Vasaloppet');
    await press('Avsluta alla');
    page.answers[call('list')] = listOf({ watches: [] });
    await confirmIn('Avsluta alla bevakningar?', 'Avsluta alla');
    await screen.findByText('Du följer ingenting.');
    expect(screen.getByRole('link', { name: 'Till kalendern' }).getAttribute('href')).toBe('/');
    expect(page.sent('removeAll')).toEqual([{ token: 'hemlig' }]);
  });

  test('saves the data as a file, and erases the address after a question', async () => {
    const data = { email: 'vera@exempel.se', paused_until: null, watches: [], news: [] };
    const { sent } = open(listOf(), { [call('data')]: data, [call('erase')]: { message: 'Sparat.' } });
    await row('Vasaloppet');
    const saved: Blob[] = [];
    spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:x';
    });
    const names: string[] = [];
    spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await userEvent.click(screen.getByText('Uppgifter om adressen'));
    await press('Ladda ner uppgifterna');
    await waitFor(() => expect(names).toEqual(['bevakningar-2027-01-15.json']));
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(data);
    await press('Radera allt om adressen');
    await confirmIn('Radera allt om adressen?', 'Radera allt');
    await screen.findByText('Allt om adressen är raderat. Du får inga fler mejl om bevakningar.');
    expect(sent('erase')).toEqual([{ token: 'hemlig' }]);
    expect(screen.queryByText('Vasaloppet')).toBeNull();
  });

  test('says that a link is invalid, and offers a retry after another failure', async () => {
    const invalid = open(new AppError('watch.link_invalid'));
    await screen.findByText('Länken är ogiltig eller har gått ut.');
    expect(screen.queryByRole('button', { name: 'Försök igen' })).toBeNull();
    invalid.unmount();
    const page = open(new AppError('request.too_many'));
    await screen.findByRole('alert');
    page.answers[call('list')] = listOf();
    await press('Försök igen');
    await row('Vasaloppet');
  });
});
