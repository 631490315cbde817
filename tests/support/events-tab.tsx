import { fireEvent, screen } from '@testing-library/react';
import EventsTab from '#client/pages/admin/events-tab.tsx';
import { show } from './client.tsx';
import { adminEventOf } from './events.ts';

export const LIST = 'admin.events.list';
export const EVENT_ID = '01900000-0000-7000-8000-00000000000a';
export const storedEvent = adminEventOf({
  id: EVENT_ID,
  event_name: 'Vasaloppet',
  announcement_count: 2,
  banner_text: 'Fullbokat',
  banner_start_date: '2027-01-01T00:00:00.000Z',
  banner_end_date: '2027-02-01T00:00:00.000Z',
});
export const otherEvents = [
  adminEventOf({
    id: '01900000-0000-7000-8000-00000000000b',
    event_name: 'Öppet Spår',
    event_date: '2027-02-01',
    ort: 'Sälen',
  }),
];
export const open = (path = '', answers: Record<string, unknown> = {}) =>
  show(<EventsTab />, {
    path: `/admin/dashboard${path}`,
    answers: {
      [LIST]: [storedEvent, ...otherEvents],
      'admin.admins.overview': {},
      'public.announcements.list': [],
      'admin.events.findPlace': null,
      ...answers,
    },
  });
export const dialog = () => screen.findByRole('dialog');
// Not userEvent: the caller must wait for the response right away, or it arrives outside act.
export const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Spara' }));
export const names = () =>
  [...document.querySelectorAll('.event-table-title')].map((name) => name.textContent);
export const sent = (calls: { procedure: string; input: unknown }[], verb: string) =>
  calls.filter(({ procedure }) => procedure === `admin.events.${verb}`).map(({ input }) => input);
