import { beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import OrganiserLinkPage from '#client/pages/organiser.tsx';
import { storeOrganiserToken } from '#client/platform/session/organiser.ts';
import type { OrganiserEvent, OrganiserView } from '#src/features/organisers/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, place, show, toastSaying } from '#tests/support/client.tsx';
import { eventOf } from '#tests/support/events.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => {
  storeOrganiserToken(undefined);
  spyOn(console, 'error').mockImplementation(() => {});
});

const ID = '0190a000-0000-7000-8000-000000000001';
const TOKEN = 'hemlig-nyckel-som-ingen-kan-gissa';
const [VIEW, UPDATE, CONFIRM, COPY] = ['view', 'update', 'confirm', 'copy'].map(
  (name) => `organiser.events.${name}`,
) as [string, string, string, string];

const raceOf = (part: Partial<OrganiserEvent> = {}): OrganiserEvent => ({
  ...eventOf({ id: ID, event_name: 'Skogsloppet', url: '/lopp/skogsloppet/2027' }),
  version: 3,
  views: [
    { day: '2027-01-14', views: 5 },
    { day: '2027-01-15', views: 2 },
  ],
  watchers: 12,
  selling: 3,
  seeking: 1,
  proposal: null,
  ...part,
});
const viewOf = (...events: OrganiserEvent[]): OrganiserView => ({
  email: 'tavling@loppet.example',
  expires_at: '2028-07-15T09:00:00.000Z',
  series: { id: 'serie', name: 'Skogsloppet', url: '/lopp/skogsloppet' },
  events,
});

const open = (answers: Record<string, unknown>, path = `/arrangor#${TOKEN}`) =>
  show(<OrganiserLinkPage />, { path, answers });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const opened = async (answers: Record<string, unknown>) => {
  const shown = open(answers);
  await press('Öppna arrangörssidan');
  return shown;
};
const inputsOf = ({ calls }: ReturnType<typeof open>, name: string) =>
  calls.filter(({ procedure }) => procedure === name).map(({ input }) => input);

describe('the page of an organiser', () => {
  test('takes the token out of the address bar and sends nothing before the press', async () => {
    const { calls } = open({ [VIEW]: viewOf(raceOf()) });
    await screen.findByRole('button', { name: 'Öppna arrangörssidan' });
    expect(place.url).toBe('/arrangor');
    expect(calls).toEqual([]);
    await press('Öppna arrangörssidan');
    await screen.findByRole('heading', { level: 1, name: 'Skogsloppet' });
    expect(calls.map(({ procedure, bearer }) => [procedure, bearer])).toEqual([[VIEW, TOKEN]]);
  });

  test('keeps the token for this tab, and asks for the press again after a reload', async () => {
    const first = open({ [VIEW]: viewOf(raceOf()) });
    await screen.findByRole('button', { name: 'Öppna arrangörssidan' });
    first.unmount();
    open({ [VIEW]: viewOf(raceOf()) }, '/arrangor');
    await screen.findByRole('button', { name: 'Öppna arrangörssidan' });
  });

  test('without a token says where the link is', async () => {
    const { calls } = open({}, '/arrangor');
    await screen.findByText(/Sidan öppnas med länken i mejlet/);
    expect(calls).toEqual([]);
  });

  test('says so when the link is dead', async () => {
    await opened({ [VIEW]: new AppError('request.unauthorized') });
    await screen.findByRole('heading', { level: 1, name: 'Länken gäller inte längre' });
  });

  test('offers another try when the races cannot be fetched', async () => {
    const answers = { [VIEW]: new AppError('server.unavailable') as unknown };
    const shown = await opened(answers);
    await screen.findByRole('alert', undefined, { timeout: 8000 });
    shown.answers[VIEW] = viewOf(raceOf());
    await press('Försök igen');
    await screen.findByRole('heading', { level: 1, name: 'Skogsloppet' });
  }, 15_000);

  test('shows how many look, watch, sell and seek', async () => {
    await opened({ [VIEW]: viewOf(raceOf()) });
    const race = await screen.findByRole('article', { name: 'Skogsloppet' });
    const numbers = within(race)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent);
    expect(numbers.slice(0, 4)).toEqual(['7', '12', '3', '1']);
    within(race).getByRole('img', { name: /flest .*14.*: 5/ });
  });

  test('confirms with one press', async () => {
    const shown = await opened({ [VIEW]: viewOf(raceOf()), [CONFIRM]: raceOf() });
    await press('Uppgifterna stämmer');
    await toastSaying('Tack! Uppgifterna är bekräftade.');
    expect(inputsOf(shown, CONFIRM)).toEqual([{ id: ID }]);
  });

  test('sends the direct fields with the version, and no others', async () => {
    const shown = await opened({ [VIEW]: viewOf(raceOf()), [UPDATE]: raceOf() });
    await press('Ändra läge, anmälan och priser');
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByLabelText('Fulltecknat'));
    await press('Spara');
    await toastSaying('Ändringen är sparad');
    const [sent] = inputsOf(shown, UPDATE) as [Record<string, unknown>];
    expect(sent).toMatchObject({ id: ID, version: 3, sold_out: true, status: 'scheduled' });
    for (const name of ['event_name', 'event_date', 'previous_dates', 'banner_text', 'latitude', 'organizer'])
      expect([name, name in sent]).toEqual([name, false]);
  });

  test('keeps what was typed when the race has changed, and can save it anyway', async () => {
    const shown = await opened({ [VIEW]: viewOf(raceOf()), [UPDATE]: new AppError('event.changed') });
    await press('Ändra läge, anmälan och priser');
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText(/Om läget/), { target: { value: 'Ny bana' } });
    await press('Spara');
    await screen.findByText('Någon annan har ändrat evenemanget sedan du öppnade det.');
    expect(within(dialog).getByLabelText(/Om läget/)).toHaveProperty('value', 'Ny bana');
    shown.answers[UPDATE] = raceOf();
    await press('Spara ändå');
    await toastSaying('Ändringen är sparad');
    expect(inputsOf(shown, UPDATE)).toMatchObject([
      { version: 3 },
      { version: null, status_note: 'Ny bana' },
    ]);
  });

  test('proposes reviewed fields, from the proposal that waits', async () => {
    const proposal = {
      created_at: '2027-01-14T10:00:00.000Z',
      before: { ort: 'Mora' },
      after: { ort: 'Orsa' },
    };
    const shown = await opened({ [VIEW]: viewOf(raceOf({ proposal })), [UPDATE]: raceOf({ proposal }) });
    await screen.findByText('Väntar på granskning');
    await press('Föreslå nytt datum eller namn');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText(/Ort/)).toHaveProperty('value', 'Orsa');
    fireEvent.change(within(dialog).getByLabelText(/Namn/), { target: { value: 'Skogsloppet natt' } });
    await press('Skicka förslag');
    await toastSaying('Tack! Vi granskar ändringen och mejlar dig.');
    const [sent] = inputsOf(shown, UPDATE) as [Record<string, unknown>];
    expect(sent).toMatchObject({
      id: ID,
      event_name: 'Skogsloppet natt',
      ort: 'Orsa',
      distances: '10 km',
    });
    expect('status' in sent).toBe(false);
  });

  test('without a change says so and sends nothing', async () => {
    const shown = await opened({ [VIEW]: viewOf(raceOf()), [UPDATE]: raceOf() });
    await press('Föreslå nytt datum eller namn');
    await screen.findByRole('dialog');
    await press('Skicka förslag');
    await screen.findByText('Du har inte ändrat något än.');
    expect(inputsOf(shown, UPDATE)).toEqual([]);
  });

  test('takes a proposal back by sending what is stored', async () => {
    const proposal = {
      created_at: '2027-01-14T10:00:00.000Z',
      before: { ort: 'Mora' },
      after: { ort: 'Orsa' },
    };
    const shown = await opened({ [VIEW]: viewOf(raceOf({ proposal })), [UPDATE]: raceOf() });
    await press('Ta tillbaka förslaget');
    await toastSaying('Förslaget är borttaget');
    expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Skogsloppet' }));
    expect(inputsOf(shown, UPDATE)).toEqual([{ id: ID, version: null, ort: 'Mora' }]);
  });

  test('copies a past race to the date that is chosen', async () => {
    const past = raceOf({ event_date: '2026-05-23' });
    const shown = await opened({ [VIEW]: viewOf(past), [COPY]: raceOf() });
    await press('Kopiera till nästa år');
    await press('Lägg upp loppet');
    await waitFor(() => expect(inputsOf(shown, COPY)).toEqual([{ id: ID, event_date: '2027-05-29' }]));
  });
});
