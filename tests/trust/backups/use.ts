import type { AdminAccount } from '../../../src/features/accounts/admin/contract';
import type { LoginResult } from '../../../src/features/accounts/contract';
import type { PublicAnnouncement } from '../../../src/features/announcements/contract';
import type { AdminBanner } from '../../../src/features/banners/contract';
import type { ConversationSummary } from '../../../src/features/conversations/contract';
import type { AdminEvent } from '../../../src/features/events/admin/contract';
import type { PublicEvent } from '../../../src/features/events/contract';
import { lastDay } from '../../../src/features/events/rules';
import { dayInStockholm } from '../../../src/shared/dates';
import { splitDistances } from '../../../src/shared/distances';
import type { TestApp } from '../../support/app';
import type { Document } from '../../support/backup';
import { newCaller } from '../../support/transports';
import { retryWhileBusy } from './patience';

export const PASSWORD = 'Hemligt1';

type Headers = Record<string, string>;
type Ask = <Body>(
  operation: string,
  expected: readonly number[],
  body?: unknown,
  headers?: Headers,
) => Promise<Body>;

export type Use = { calls: number; faults: string[] };

const DONE = [200];
const DONE_OR_CLOSED = [200, 409];

export async function tryCalendar(
  app: TestApp,
  admin: Headers,
  document: Document,
  known: string,
): Promise<Use> {
  const use: Use = { calls: 0, faults: [] };
  const ask: Ask = async <Body>(
    operation: string,
    expected: readonly number[],
    body?: unknown,
    headers = {},
  ) => {
    use.calls++;
    const response = await retryWhileBusy(
      () => app.api<Body>(operation, { body, headers: { ...newCaller(), ...headers } }),
      ({ status }) => status === 503,
    );
    if (!expected.includes(response.status))
      use.faults.push(`${operation}: ${response.status} ${JSON.stringify(response.body)?.slice(0, 200)}`);
    return (expected[0] === response.status ? response.body : undefined) as Body;
  };
  await read(ask);
  for (const account of document.collections.marketplace_users?.slice(0, 2) ?? [])
    await actAsMember(ask, document, account, account.password_hash === known);
  for (const account of document.collections.admins?.slice(0, 1) ?? [])
    await ask('POST /admin/login', [200, 401], { username: account.username, password: PASSWORD });
  await actAsAdmin(ask, admin);
  return use;
}

async function read(ask: Ask): Promise<void> {
  for (const path of [
    'events',
    'events/coordinates',
    'banners',
    'contact/info',
    'marketplace/settings',
    'marketplace/announcements',
  ])
    await ask(`GET /${path}`, DONE);
}

async function actAsMember(ask: Ask, document: Document, account: Record<string, unknown>, isKnown: boolean) {
  const { email, username, is_verified, is_suspended } = account;
  const isOpen = isKnown && is_verified && !is_suspended;
  await ask('POST /marketplace/login', [isOpen ? 200 : 401], { email: username, password: PASSWORD });
  const login = await ask<LoginResult | undefined>('POST /marketplace/login', [isOpen ? 200 : 401], {
    email,
    password: PASSWORD,
  });
  if (!isOpen || !login) return;
  const own = { authorization: `Bearer ${login.access_token}` };
  for (const path of ['me', 'my-data']) await ask(`GET /marketplace/${path}`, DONE, undefined, own);
  // Names in older backups may break the stricter rules of today.
  const { full_name, phone_number } = login.user;
  await ask('PUT /marketplace/profile', [200, 400], { full_name, phone_number }, own);
  await createAd(ask, document, own);
  const ads = await ask<PublicAnnouncement[] | undefined>(
    'GET /marketplace/my-announcements',
    DONE,
    undefined,
    own,
  );
  for (const { id, price, name_change_fee, description } of ads?.slice(0, 2) ?? [])
    await ask(
      `PUT /marketplace/announcements/${id}`,
      DONE_OR_CLOSED,
      { price, name_change_fee, description },
      own,
    );
  const talks = await ask<ConversationSummary[] | undefined>(
    'GET /marketplace/conversations',
    DONE,
    undefined,
    own,
  );
  for (const { announcement_id, other_user } of talks?.slice(0, 2) ?? []) {
    const path = `/marketplace/conversations/${announcement_id}/${other_user.id}`;
    await ask(`GET ${path}`, DONE, undefined, own);
    await ask(`POST ${path}/reply`, DONE_OR_CLOSED, { message_text: 'Hej igen' }, own);
  }
}

/** Throws if the order number is already used by an imported ad. */
async function createAd(ask: Ask, document: Document, own: Headers): Promise<void> {
  const events = await ask<PublicEvent[] | undefined>('GET /events', DONE);
  const event = events?.find((one) => lastDay(one) >= dayInStockholm(new Date()));
  if (!event) return;
  const [distance] = splitDistances(event.distances);
  const ad = {
    announcement_type: 'sale',
    event_id: event.id,
    distance,
    price: 500,
    has_name_change_fee: false,
  };
  const made = await ask<PublicAnnouncement | undefined>('POST /marketplace/announcements', DONE, ad, own);
  const numbers = document.collections.announcements?.map(({ order_number }) => order_number) ?? [];
  if (made && numbers.includes(made.order_number))
    throw new Error(`Order number ${made.order_number} was used twice.`);
}

async function actAsAdmin(ask: Ask, admin: Headers): Promise<void> {
  const list = <Row>(path: string) => ask<Row[] | undefined>(`GET /admin/${path}`, DONE, undefined, admin);
  const change = (path: string, body: object, expected = DONE) =>
    ask(`PUT /admin/${path}`, expected, body, admin);

  for (const { id, ...event } of (await list<AdminEvent>('events'))?.slice(0, 2) ?? []) {
    const { latitude: _, longitude: __, ...words } = event;
    await change(`events/${id}`, words);
  }
  for (const { id, ...banner } of (await list<AdminBanner>('banners'))?.slice(0, 2) ?? [])
    await change(`banners/${id}`, banner);
  for (const { id, is_suspended } of (await list<AdminAccount>('marketplace/users'))?.slice(0, 2) ?? []) {
    await ask(`GET /admin/marketplace/users/${id}`, DONE, undefined, admin);
    await change(`marketplace/users/${id}`, { is_suspended: !is_suspended });
  }
  for (const { id, is_active } of (await list<PublicAnnouncement>('marketplace/announcements'))?.slice(
    0,
    2,
  ) ?? []) {
    await ask(`GET /admin/marketplace/announcements/${id}`, DONE, undefined, admin);
    await change(`marketplace/announcements/${id}`, { is_active: !is_active }, DONE_OR_CLOSED);
  }
  for (const { id } of (await list<{ id: string }>('marketplace/reports'))?.slice(0, 1) ?? [])
    await change(`marketplace/reports/${id}`, { status: 'handled' });
  for (const { id } of (await list<{ id: string }>('contact/messages'))?.slice(0, 1) ?? [])
    await change(`contact/messages/${id}/read?is_read=true`, {});
  for (const { id } of (await list<{ id: string }>('events/submissions'))?.slice(0, 2) ?? [])
    await change(`events/submissions/${id}/review`, { status: 'approved' }, DONE_OR_CLOSED);
  await change('contact/info', (await ask<object | undefined>('GET /contact/info', DONE)) ?? {});
  await change(
    'marketplace/settings',
    (await ask<object | undefined>('GET /marketplace/settings', DONE)) ?? {},
  );
  await list('audit');
}
