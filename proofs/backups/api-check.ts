import type { AdminAccount } from '#src/features/accounts/admin/contract.ts';
import type { LoginResult } from '#src/features/accounts/contract.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import type { ConversationSummary } from '#src/features/conversations/contract.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { lastDay } from '#src/features/events/rules.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { splitDistances } from '#src/shared/distances.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Document } from '#tests/support/backup.ts';
import { newCaller } from '#tests/support/transports.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

export const PASSWORD = 'Hemligt1';

type Headers = Record<string, string>;
type Call = <Body>(
  operation: string,
  expected: readonly number[],
  body?: unknown,
  headers?: Headers,
) => Promise<Body>;

export type ApiCheck = { calls: number; violations: string[] };

const OK = [200];
const OK_OR_CONFLICT = [200, 409];

/**
 * Reads and writes over REST as visitor, member and admin. Every response with another status than expected is a
 * violation. `document` is a backup of the current content, `knownHash` the hash of `PASSWORD`.
 */
export async function checkApi(
  app: TestApp,
  admin: Headers,
  document: Document,
  knownHash: string,
): Promise<ApiCheck> {
  const check: ApiCheck = { calls: 0, violations: [] };
  const call: Call = async <Body>(
    operation: string,
    expected: readonly number[],
    body?: unknown,
    headers = {},
  ) => {
    check.calls++;
    const response = await retryWhileBusy(
      () => app.api<Body>(operation, { body, headers: { ...newCaller(), ...headers } }),
      ({ status }) => status === 503,
    );
    if (!expected.includes(response.status))
      check.violations.push(
        `${operation}: ${response.status} ${JSON.stringify(response.body)?.slice(0, 200)}`,
      );
    return (expected[0] === response.status ? response.body : undefined) as Body;
  };
  await readPublicData(call);
  for (const account of document.collections.marketplace_users?.slice(0, 2) ?? [])
    await actAsMember(call, document, account, account.password_hash === knownHash);
  for (const account of document.collections.admins?.slice(0, 1) ?? [])
    await call('POST /admin/login', [200, 401], { username: account.username, password: PASSWORD });
  await actAsAdmin(call, admin);
  return check;
}

async function readPublicData(call: Call): Promise<void> {
  for (const path of [
    'events',
    'events/coordinates',
    'banners',
    'contact/info',
    'marketplace/settings',
    'marketplace/announcements',
  ])
    await call(`GET /${path}`, OK);
}

async function actAsMember(
  call: Call,
  document: Document,
  account: Record<string, unknown>,
  isPasswordKnown: boolean,
) {
  const { email, username, is_verified, is_suspended } = account;
  const canLogIn = isPasswordKnown && is_verified && !is_suspended;
  // Members log in with their username or their email, both in the field `email`.
  await call('POST /marketplace/login', [canLogIn ? 200 : 401], { email: username, password: PASSWORD });
  const login = await call<LoginResult | undefined>('POST /marketplace/login', [canLogIn ? 200 : 401], {
    email,
    password: PASSWORD,
  });
  if (!canLogIn || !login) return;
  const memberHeaders = { authorization: `Bearer ${login.access_token}` };
  for (const path of ['me', 'my-data']) await call(`GET /marketplace/${path}`, OK, undefined, memberHeaders);
  // Names in older backups may break the stricter rules of today.
  const { full_name, phone_number } = login.user;
  await call('PUT /marketplace/profile', [200, 400], { full_name, phone_number }, memberHeaders);
  await createAd(call, document, memberHeaders);
  const ads = await call<PublicAnnouncement[] | undefined>(
    'GET /marketplace/my-announcements',
    OK,
    undefined,
    memberHeaders,
  );
  for (const { id, price, name_change_fee, description } of ads?.slice(0, 2) ?? [])
    await call(
      `PUT /marketplace/announcements/${id}`,
      OK_OR_CONFLICT,
      { price, name_change_fee, description },
      memberHeaders,
    );
  const conversations = await call<ConversationSummary[] | undefined>(
    'GET /marketplace/conversations',
    OK,
    undefined,
    memberHeaders,
  );
  for (const { announcement_id, other_user } of conversations?.slice(0, 2) ?? []) {
    const path = `/marketplace/conversations/${announcement_id}/${other_user.id}`;
    await call(`GET ${path}`, OK, undefined, memberHeaders);
    await call(`POST ${path}/reply`, OK_OR_CONFLICT, { message_text: 'Hej igen' }, memberHeaders);
  }
}

/** Throws if the order number is already used by an imported ad. */
async function createAd(call: Call, document: Document, memberHeaders: Headers): Promise<void> {
  const events = await call<PublicEvent[] | undefined>('GET /events', OK);
  const event = events?.find(
    (one) =>
      one.status === 'scheduled' &&
      one.transfer_policy !== 'forbidden' &&
      lastDay(one) >= dayInStockholm(new Date()),
  );
  if (!event) return;
  const [distance] = splitDistances(event.distances);
  const ad = {
    announcement_type: 'sale',
    event_id: event.id,
    distance,
    price: 500,
    has_name_change_fee: false,
  };
  const created = await call<PublicAnnouncement | undefined>(
    'POST /marketplace/announcements',
    OK,
    ad,
    memberHeaders,
  );
  const numbers = document.collections.announcements?.map(({ order_number }) => order_number) ?? [];
  if (created && numbers.includes(created.order_number))
    throw new Error(`Order number ${created.order_number} was used twice.`);
}

async function actAsAdmin(call: Call, admin: Headers): Promise<void> {
  const list = <Row>(path: string) => call<Row[] | undefined>(`GET /admin/${path}`, OK, undefined, admin);
  const change = (path: string, body: object, expected = OK) =>
    call(`PUT /admin/${path}`, expected, body, admin);

  for (const { id, ...event } of (await list<AdminEvent>('events'))?.slice(0, 2) ?? []) {
    const { latitude: _, longitude: __, ...editableFields } = event;
    await change(`events/${id}`, editableFields);
  }
  for (const { id, ...banner } of (await list<AdminBanner>('banners'))?.slice(0, 2) ?? [])
    await change(`banners/${id}`, banner);
  for (const { id, is_suspended } of (await list<AdminAccount>('marketplace/users'))?.slice(0, 2) ?? []) {
    await call(`GET /admin/marketplace/users/${id}`, OK, undefined, admin);
    await change(`marketplace/users/${id}`, { is_suspended: !is_suspended });
  }
  for (const { id, is_active } of (await list<PublicAnnouncement>('marketplace/announcements'))?.slice(
    0,
    2,
  ) ?? []) {
    await call(`GET /admin/marketplace/announcements/${id}`, OK, undefined, admin);
    await change(`marketplace/announcements/${id}`, { is_active: !is_active }, OK_OR_CONFLICT);
  }
  for (const { id } of (await list<{ id: string }>('marketplace/reports'))?.slice(0, 1) ?? [])
    await change(`marketplace/reports/${id}`, { status: 'handled' });
  for (const { id } of (await list<{ id: string }>('contact/messages'))?.slice(0, 1) ?? [])
    await change(`contact/messages/${id}/read?is_read=true`, {});
  for (const { id } of (await list<{ id: string }>('events/submissions'))?.slice(0, 2) ?? [])
    await change(`events/submissions/${id}/review`, { status: 'approved' }, OK_OR_CONFLICT);
  await change('contact/info', (await call<object | undefined>('GET /contact/info', OK)) ?? {});
  await change(
    'marketplace/settings',
    (await call<object | undefined>('GET /marketplace/settings', OK)) ?? {},
  );
  await list('audit');
}
