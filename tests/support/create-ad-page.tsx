import { expect } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import CreateAnnouncementPage from '#client/pages/create-announcement.tsx';
import { calendarAnswers, GET } from './calendar-answers.ts';
import { Probe, toastSaying } from './client.tsx';
import { eventOf } from './events.ts';
import { fakeServer, renderAt } from './render.tsx';

const CREATE = 'marketplace.announcements.create';
export const id = (number: number) => `019b8f3c-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const EVENTS = [
  eventOf({ id: id(1), event_name: 'Nattlöpet', event_date: '2027-01-14', ort: 'Mora' }),
  eventOf({ id: id(2), event_name: 'Vasaloppet', event_date: '2027-03-07', ort: 'Mora', distances: '90 km' }),
  eventOf({
    id: id(3),
    event_name: 'Göteborgsvarvet',
    event_date: '2027-05-22',
    ort: 'Göteborg',
    distances: '21,1 km, 5 km,  Halv, ',
  }),
  ...Array.from({ length: 12 }, (_, index) =>
    eventOf({ id: id(10 + index), event_name: `Serien ${index + 1}`, event_date: '2027-06-01', ort: null }),
  ),
];
export const USER = { id: id(99), full_name: 'Anna Andersson' };

type Options = {
  events?: () => unknown;
  /** The rules of the chosen race. */
  get?: (input: unknown) => unknown;
  ads?: () => unknown;
  create?: () => unknown;
  watchers?: (type: string) => number;
  path?: string;
};

// The response arrives after the press has ended, as over a network.
const respondLate = () => Bun.sleep(30).then(() => ({}));

export function open({
  events = () => EVENTS,
  get = calendarAnswers(events)[GET],
  ads = () => [],
  create = respondLate,
  watchers = () => 0,
  path = '/marketplace/create',
}: Options = {}) {
  const server = fakeServer({
    ...calendarAnswers(events),
    [GET]: get,
    'public.announcements.list': ads,
    'marketplace.watches.count': (input) => ({
      watchers: watchers((input as { announcement_type: string }).announcement_type),
    }),
    [CREATE]: create,
  });
  renderAt(
    path,
    <>
      <Probe />
      <CreateAnnouncementPage />
    </>,
  );
  const sent = () => server.calls.filter(({ procedure }) => procedure === CREATE).map(({ input }) => input);
  return { ...server, sent };
}

export const findSearchField = () => screen.findByRole('combobox', { name: /^Evenemang/ });
/** Without the options of the distance select. */
export const suggestions = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
export const send = () => userEvent.click(screen.getByRole('button', { name: 'Skapa annons' }));
export const expectCreated = () => toastSaying('Annons skapad! Omdirigerar till marknadsplatsen...');
export const errors = () => [...document.querySelectorAll('.field-error')].map((line) => line.textContent);

export async function chooseEvent(query: string) {
  await userEvent.type(await findSearchField(), query);
  await waitFor(() => expect(suggestions().length).toBeGreaterThan(0));
  await userEvent.click(suggestions()[0] as HTMLElement);
}
