import { afterEach, beforeEach, expect, test } from 'bun:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import EventsTab from '#client/pages/admin/events-tab.tsx';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { AdminSeries, SeriesSummary } from '#src/features/events/series/contract.ts';
import { AppError, detailOf } from '#src/shared/errors.ts';
import { freshPage, show, toastSaying } from '#tests/support/client.tsx';
import { eventOf } from '#tests/support/events.ts';
import { control, describedBy } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => localStorage.setItem('adminToken', 'token'));
afterEach(() => localStorage.clear());

const [VASAN, VASALOPPET] = ['0198c0de-0000-7000-8000-00000000000a', '0198c0de-0000-7000-8000-00000000000b'];
const edition = (slug: string, series_id: string, year: number): AdminEvent => ({
  ...eventOf({
    id: `01900000-0000-7000-8000-${series_id.slice(-8)}${year}`,
    event_name: slug,
    event_date: `${year}-03-07`,
    series_id,
    url: `/lopp/${slug}/${year}`,
  }),
  latitude: 61,
  longitude: 14.5,
  is_approximate: false,
  is_manual: false,
  announcement_count: 0,
  version: 1,
});
const vasan = edition('vasan', VASAN, 2027);
const events = [
  edition('vasan', VASAN, 2026),
  vasan,
  edition('vasaloppet', VASALOPPET, 2027),
  { ...edition('nytt', VASAN, 2028), series_id: null },
];
const summaryOf = (id: string, name: string, slug: string, edition_count: number): SeriesSummary => ({
  id,
  name,
  slug,
  url: `/lopp/${slug}`,
  edition_count,
});
const allSeries = [
  summaryOf(VASALOPPET, 'Vasaloppet', 'vasaloppet', 1),
  summaryOf(VASAN, 'Vasan', 'vasan', 2),
];

const open = (answers: Record<string, unknown> = {}, opened: AdminEvent = vasan) =>
  show(<EventsTab />, {
    path: `/admin/dashboard?event=${opened.id}`,
    answers: {
      'admin.events.list': events,
      'admin.admins.overview': {},
      'admin.events.findPlace': null,
      'public.announcements.list': [],
      'public.series.list': allSeries,
      ...answers,
    },
  });
const seriesLine = () => document.querySelector('.series-line');
const openSeries = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Ändra serie' }));
  return screen.findByRole('dialog', { name: 'Ändra serie' });
};
// Not userEvent: the caller must wait for the response right away, or it arrives outside act.
const saveSeries = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'Ändra serie' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Spara' }));
};
const sent = (calls: { procedure: string; input: unknown }[], procedure: string) =>
  calls.filter((call) => call.procedure === procedure).map(({ input }) => input);

test('the dialog of an event names its series with a link and the number of editions', async () => {
  open();
  await waitFor(() => expect(seriesLine()?.textContent).toStartWith('Serie: Vasan, 2 upplagor'));
  expect(screen.getByRole('link', { name: 'Vasan' }).getAttribute('href')).toBe('/lopp/vasan');
});

test.each([
  ['has no series yet', {}, events[3] as AdminEvent],
  ['has a series that could not be fetched', { 'public.series.list': new AppError('server.failed') }, vasan],
])('the dialog of an event that %s has no such line', async (_, answers, event) => {
  open(answers, event);
  await screen.findByRole('dialog', { name: 'Redigera evenemang' });
  await waitFor(() => expect(seriesLine() === null).toBe(true));
});

test('a series gets another name and address, and its editions have the new one at once', async () => {
  const renamed = {
    ...summaryOf(VASAN, 'Nya Vasan', 'nya-vasan', 2),
    editions: [{ ...vasan, url: '/lopp/nya-vasan/2027' }],
  };
  const { calls, answers } = open({ 'admin.series.update': renamed satisfies AdminSeries });
  const dialog = await openSeries();
  expect([...dialog.querySelectorAll('.series-editions li')].map((item) => item.textContent)).toEqual([
    '7 mars 2027vasan',
    '7 mars 2026vasan',
  ]);
  fireEvent.change(control('name'), { target: { value: 'Nya Vasan' } });
  fireEvent.change(control('slug'), { target: { value: ' Nya-Vasan' } });
  expect(describedBy('slug')).toBe('Sidan visas på /lopp/nya-vasan. Tidigare adresser leder dit.');
  answers['public.series.list'] = [allSeries[0], renamed];
  await saveSeries();
  await toastSaying('Serien är sparad');
  expect(sent(calls, 'admin.series.update')).toEqual([{ id: VASAN, name: 'Nya Vasan', slug: 'nya-vasan' }]);
  await waitFor(() => expect(seriesLine()?.textContent).toStartWith('Serie: Nya Vasan, 2 upplagor'));
  expect(screen.queryByRole('dialog', { name: 'Ändra serie' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Redigera evenemang' })).toBeTruthy();
});

test('an address that another series has is shown as an error of the field, and what was typed stays', async () => {
  open({ 'admin.series.update': new AppError('series.slug_taken') });
  await openSeries();
  fireEvent.change(control('name'), { target: { value: 'Nya Vasan' } });
  fireEvent.change(control('slug'), { target: { value: 'vasaloppet' } });
  await saveSeries();
  await waitFor(() => expect(describedBy('slug')).toContain(detailOf('series.slug_taken')));
  expect([control('name').value, control('slug').value]).toEqual(['Nya Vasan', 'vasaloppet']);
});

test.each([
  ['name', ' ', 'Behöver fyllas i'],
  ['slug', '', 'Behöver fyllas i'],
  ['slug', 'vasa loppet', detailOf('series.slug')],
] as const)('%s as %p is refused before it is sent', async (name, value, text) => {
  const { calls } = open();
  await openSeries();
  fireEvent.change(control(name), { target: { value } });
  await saveSeries();
  expect(describedBy(name)).toContain(text);
  expect(sent(calls, 'admin.series.update')).toEqual([]);
});

async function chooseSeriesToMergeWith(query: string) {
  await userEvent.click(screen.getByRole('button', { name: 'Slå ihop med en annan serie' }));
  expect(document.activeElement).toBe(control('into'));
  await userEvent.keyboard(query);
  await userEvent.click(await screen.findByRole('option', { name: /^Vasaloppet/ }));
  return screen.findByRole('dialog', { name: 'Slå ihop serier' });
}

test('a merge names both series and their consequences, and the line then names the other series', async () => {
  const merged = {
    ...summaryOf(VASALOPPET, 'Vasaloppet', 'vasaloppet', 3),
    editions: [{ ...vasan, series_id: VASALOPPET }],
  };
  const { calls, answers } = open({ 'admin.series.merge': merged satisfies AdminSeries });
  await openSeries();
  const confirmation = await chooseSeriesToMergeWith('vasa');
  expect(confirmation.textContent).toContain(
    '”Vasan” (2 upplagor) går upp i ”Vasaloppet” (1 upplaga). Gamla adresser fortsätter att fungera. Det går inte att ångra.',
  );
  answers['public.series.list'] = [merged];
  answers['admin.events.list'] = events
    .map((event) => event.series_id && { ...event, series_id: VASALOPPET })
    .filter(Boolean);
  fireEvent.click(within(confirmation).getByRole('button', { name: 'Slå ihop' }));
  await toastSaying('Serierna är ihopslagna');
  expect(sent(calls, 'admin.series.merge')).toEqual([{ id: VASAN, into: VASALOPPET }]);
  await waitFor(() => expect(seriesLine()?.textContent).toStartWith('Serie: Vasaloppet, 3 upplagor'));
  expect(screen.queryByRole('dialog', { name: 'Ändra serie' })).toBeNull();
});

test('a merge that is cancelled or fails changes nothing and keeps the dialog open', async () => {
  const { calls } = open({ 'admin.series.merge': new AppError('series.not_found') });
  await openSeries();
  const confirmation = await chooseSeriesToMergeWith('vasal');
  await userEvent.click(within(confirmation).getByRole('button', { name: 'Avbryt' }));
  expect(sent(calls, 'admin.series.merge')).toEqual([]);
  expect(control('into').value).toBe('vasal');
  await userEvent.click(control('into'));
  await userEvent.click(await screen.findByRole('option', { name: /^Vasaloppet/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Slå ihop' }));
  await toastSaying('Serien finns inte.');
  expect(screen.getByRole('dialog', { name: 'Ändra serie' })).toBeTruthy();
});

test('a search without a match says so', async () => {
  open();
  await openSeries();
  await userEvent.click(screen.getByRole('button', { name: 'Slå ihop med en annan serie' }));
  // The series itself is not offered.
  await userEvent.type(control('into'), 'vasan');
  expect(screen.getAllByText('Ingen annan serie heter så')).toHaveLength(2);
});
