import { beforeEach, expect, test } from 'bun:test';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { WatchesView } from '#client/features/watches/admin/watches-view.tsx';
import { storeAdmin } from '#client/platform/session/admin.ts';
import type { AdminWatches, WatchesOfAddress, WatchOverview } from '#src/features/watches/admin/contract.ts';
import { WATCH_KINDS, type Watch } from '#src/features/watches/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, show, toastSaying } from '#tests/support/client.tsx';
import { describedBy } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => storeAdmin('token'));

const GET = 'admin.watches.get';
const overviewOf = (part: Partial<WatchOverview> = {}): WatchOverview => ({
  addresses: 4,
  kinds: WATCH_KINDS.map((kind) => ({ kind, watches: kind === 'event' ? 7 : 0 })),
  most_watched: [{ name: 'Vasaloppet', url: '/lopp/vasaloppet', addresses: 3 }],
  queue: { changes: 2, oldest_change: '2027-01-15T08:55:00.000Z', news: 12, mails: 5, failed_mails: 6 },
  refused: 1,
  refusals: [{ email: 'b***@exempel.se', refused_at: '2027-01-14T08:00:00.000Z' }],
  ...part,
});
const found = (part: Partial<WatchesOfAddress> = {}): WatchesOfAddress => ({
  email: 'vera@exempel.se',
  is_member: false,
  paused_until: null,
  refused_at: null,
  watches: [],
  requests: [],
  ...part,
});
const answer =
  (overview: WatchOverview, watcher = found()) =>
  (input: { email?: string }) =>
    (input.email ? { overview: null, watcher } : { overview, watcher: null }) satisfies AdminWatches;
const open = (overview = overviewOf(), watcher?: WatchesOfAddress) =>
  show(<WatchesView />, { answers: { [GET]: answer(overview, watcher) } });
const factOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
const search = async (text: string) => {
  await userEvent.type(screen.getByLabelText('E-post'), text);
  await userEvent.click(screen.getByRole('button', { name: 'Visa bevakningar' }));
};

test('shows what is watched, what waits, and the masked addresses that were refused', async () => {
  open();
  expect((await screen.findByRole('link', { name: 'Vasaloppet' })).getAttribute('href')).toBe(
    '/lopp/vasaloppet',
  );
  expect(
    ['Adresser', 'Lopp', 'Nyheter som väntar', 'Mejl i kö', 'Mejl som inte gick fram'].map(factOf),
  ).toEqual(['4', '7', '12', '5', '6']);
  expect(factOf('Ändringar som väntar')).toBe('2, sedan 15 jan., 09:55');
  screen.getByText('b***@exempel.se');
});

test('says that nobody watches anything', async () => {
  open(
    overviewOf({
      addresses: 0,
      kinds: WATCH_KINDS.map((kind) => ({ kind, watches: 0 })),
      most_watched: [],
      refused: 0,
    }),
  );
  await screen.findByRole('heading', { name: 'Inga bevakningar' });
  expect(screen.queryByRole('heading', { name: 'Mest bevakade lopp' })).toBeNull();
});

test('shows a failure with a way to try again', async () => {
  const page = show(<WatchesView />, { answers: { [GET]: new AppError('server.failed') } });
  await toastSaying('Kunde inte hämta bevakningar');
  page.answers[GET] = answer(overviewOf());
  await userEvent.click(await screen.findByRole('button', { name: 'Försök igen' }));
  await screen.findByRole('heading', { name: 'Mest bevakade lopp' });
});

test('looks up an address once the button is pressed, and keeps what was typed', async () => {
  const watch: Watch = {
    id: 'w1',
    kind: 'search',
    title: 'Lopp i Dalarna',
    url: '/?landskap=Dalarna',
    query: 'landskap=Dalarna',
    event_id: null,
    series_id: null,
    distance: null,
    min_price: null,
    max_price: null,
    cadence: 'weekly',
    created_at: '2027-01-01T08:00:00.000Z',
    is_expiring: false,
  };
  const requested = { title: 'Vasaloppet', cadence: 'daily', confirmed_at: null, mail_count: 2 } as const;
  const { calls } = open(
    overviewOf(),
    found({ watches: [watch], requests: [{ ...requested, created_at: '2027-01-14T08:00:00.000Z' }] }),
  );
  await search('vera@exempel.se');
  await screen.findByRole('link', { name: 'Lopp i Dalarna' });
  screen.getByRole('heading', { name: 'Begärt utan konto de senaste 14 dagarna' });
  screen.getByText('Inte bekräftad, 2 mejl skickade');
  expect(screen.getByLabelText<HTMLInputElement>('E-post').value).toBe('vera@exempel.se');
  const lookUps = calls.filter(({ input }) => (input as { email?: string }).email);
  expect(lookUps.map(({ input }) => input)).toEqual([{ email: 'vera@exempel.se' }]);
});

test('a text that is no address is not looked up', async () => {
  const { calls } = open();
  await search('vera');
  expect(describedBy('watch_email')).toContain('Ange en giltig e-postadress.');
  expect(calls.some(({ input }) => (input as { email?: string }).email)).toBe(false);
});
