import { describe, expect, test } from 'bun:test';
import { outbox, rateLimits } from '#db/schema/index.ts';
import { appRouter } from '#src/router.ts';
import { PAGES } from '#src/shared/pages.ts';
import { OPERATIONS } from '#tests/support/call.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller } from '#tests/support/transports.ts';

const app = await appOfFile({ now: () => new Date('2027-03-01T08:00:00Z') });
const { db } = app;

/** With a recognizable address and number. */
const makePerson = (full_name: string, nickname: string, phone_number: string) =>
  makeMember(db, {
    full_name,
    email: `${nickname}@hemlig-${nickname}.example`,
    username: `username-${nickname}`,
    password_hash: `$argon2id$hash-${nickname}`,
    phone_number,
  });
type Person = Awaited<ReturnType<typeof makePerson>>;
const anna = await makePerson('Anna Ek', 'qaoi', '070-555 10 01');
const bo = await makePerson('Bo Ask', 'qboi', '+46 73 555 10 02');
const cia = await makePerson('Cia Lind', 'qcoi', '(08) 555 10 03');
const event = await makeEvent(db);
const row = { user_id: anna.id, event_id: event.id, description: 'Startgrupp 2' };
const ad = await makeAnnouncement(db, row);
await makeAnnouncement(db, { ...row, announcement_type: 'wanted' });
const inactive = await makeAnnouncement(db, { ...row, is_active: false });
const completed = await makeAnnouncement(db, { ...row, is_completed: true });
await app.api('POST /marketplace/messages', {
  headers: bo.headers,
  body: { announcement_id: ad.id, message_text: 'Finns platsen kvar?' },
});
await app.api('POST /marketplace/reports', {
  headers: { ...bo.headers, ...newCaller() },
  body: { reported_user_id: anna.id, reason: 'other', description: 'Sen', related_announcement_id: ad.id },
});

const secretsOf = (person: Person) => {
  const digits = person.phone_number?.replace(/\D/g, '') ?? '';
  return [
    person.email,
    person.email.split('@')[1] ?? '',
    person.username,
    person.password_hash,
    person.token,
    person.phone_number ?? '',
    digits.replace(/^(46|0)/, ''),
  ];
};

function findSecrets(bytes: string, people = [anna, bo, cia]): string[] {
  const decodedText = decodeURIComponent(bytes.replace(/%(?![0-9a-f]{2})/gi, '%25')).toLowerCase();
  const withoutSeparators = decodedText.replace(/[\s().\-/\u00a0]/g, '');
  const isIn = (secret: string) => decodedText.includes(secret) || withoutSeparators.includes(secret);
  return people.flatMap(secretsOf).filter((secret) => isIn(secret.toLowerCase()));
}

async function fetchBytes(path: string, init: RequestInit = {}) {
  const response = await fetch(`${app.url}${path}`, {
    ...init,
    redirect: 'manual',
    headers: { ...newCaller(), ...(init.headers as Record<string, string>) },
  });
  const headers = JSON.stringify([...response.headers]);
  return { status: response.status, bytes: `${response.statusText}\n${headers}\n${await response.text()}` };
}
const sendJson = (path: string, body: unknown, headers = {}, method = 'POST') =>
  fetchBytes(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('findSecrets() detects addresses, numbers in any format, and percent-encoded text', () => {
  const hasSecrets = (bytes: string, person: Person) => findSecrets(bytes, [person]).length > 0;
  expect(hasSecrets(`{"email":"${anna.email}"}`, anna)).toBe(true);
  expect(hasSecrets('070 555 1001', anna)).toBe(true);
  expect(hasSecrets('0705551001', anna)).toBe(true);
  expect(hasSecrets('+46(0)70-555.10.01', anna)).toBe(true);
  expect(hasSecrets('073\u00a0555\u00a010\u00a002', bo)).toBe(true);
  expect(hasSecrets(encodeURIComponent(anna.email), anna)).toBe(true);
  expect(hasSecrets(JSON.stringify({ user_id: anna.id, user_name: anna.full_name }), anna)).toBe(false);
});

const inputsOf = (group: string, names: string, ...inputs: Record<string, unknown>[]) =>
  Object.fromEntries(names.split(' ').map((name) => [`${group}.${name}`, inputs]));
const WRONG_PASSWORD = { password: 'Fel-losen1' };
const NEW_PASSWORD = 'Nytt-losen1';
const UNKNOWN = { token: 'none' };

/** Inputs for the operations that a visitor may call. */
const VISITOR_INPUTS: Record<string, Record<string, unknown>[]> = {
  ...inputsOf(
    'public',
    'announcements.list banners.list contact.info events.list events.coordinates events.upcoming',
    {},
  ),
  'public.events.past': [{}, { year: '2026' }],
  'public.events.race': [{}, { path: '/lopp/loppet/2027' }],
  ...inputsOf('public', 'marketplaceSettings.get series.list submissions.submit', {}),
  ...inputsOf('public', 'events.get views.count', { id: ad.event_id }),
  ...inputsOf('public.mailStops', 'get stop resume', UNKNOWN),
  'public.series.get': [{ slug: 'loppet' }],
  'public.contact.sendMessage': [
    {},
    { name: 'Gäst', email: 'gast@example.se', subject: 'Fråga', message: 'Vem säljer?' },
  ],
  'public.notices.create': [
    {},
    ...[ad, inactive].map(({ order_number }) => ({
      url: `/marketplace/annons/${order_number}`,
      explanation: 'Vem säljer?',
      name: 'Gäst',
      email: 'gast@example.se',
      good_faith: true,
    })),
  ],
  'public.statements.get': [UNKNOWN],
  'public.statements.object': [{ ...UNKNOWN, text: 'Nej' }],
  ...inputsOf('public.watches', 'confirm data end erase list matchAlerts ofMail pause', UNKNOWN),
  ...inputsOf('public.watches', 'removeAll renew', UNKNOWN),
  'public.watches.create': [{}, { kind: 'event', event_id: event.id, cadence: 'daily', email: anna.email }],
  'public.watches.remove': [{ ...UNKNOWN, id: event.id }],
  'public.watches.update': [{ ...UNKNOWN, id: event.id, cadence: 'daily' }],
  'public.watches.turnOffMatchAlerts': [{ ...UNKNOWN, scope: 'all' }],
  ...inputsOf(
    'admin.admins',
    'login passkeyLogin',
    {},
    { username: 'admin', ...WRONG_PASSWORD },
    { username: anna.email, ...WRONG_PASSWORD },
  ),
  'marketplace.accounts.login': [
    {},
    { email: anna.email, ...WRONG_PASSWORD },
    { email: anna.username, ...WRONG_PASSWORD },
  ],
  'marketplace.accounts.register': [
    {},
    {
      email: anna.email,
      full_name: anna.full_name,
      phone_number: '1',
      password: NEW_PASSWORD,
      confirm_password: NEW_PASSWORD,
    },
  ],
  ...inputsOf('marketplace.accounts', 'resendVerification forgotPassword', {}, { email: anna.email }),
  ...inputsOf('marketplace.privacy', 'mailLink', {}, { email: anna.email }),
  ...inputsOf('marketplace', 'accounts.verify privacy.dataByLink privacy.deleteByLink', UNKNOWN),
  'marketplace.accounts.resetPassword': [{ ...UNKNOWN, new_password: NEW_PASSWORD }],
};

/** Has the fields of every operation that needs a login. Each operation ignores the fields of the others. */
const INPUT_FOR_ANY = {
  id: ad.id,
  announcement_id: ad.id,
  other_user_id: anna.id,
  reported_user_id: anna.id,
  related_announcement_id: ad.id,
  user_id: bo.id,
  event_id: event.id,
  announcement_type: 'sale',
  distance: '10 km',
  price: 1,
  message_text: 'Hej',
  reason: 'spam',
  description: 'x',
  full_name: 'X',
};

const PROCEDURES = Object.entries<{ _def: { type: string } }>(appRouter._def.procedures as never);

async function callOnEveryPath(name: string, input: Record<string, unknown>, headers = {}) {
  const type = PROCEDURES.find(([procedureName]) => procedureName === name)?.[1]._def.type;
  const queryString = `input=${encodeURIComponent(JSON.stringify(input))}`;
  const responses = [
    type === 'mutation'
      ? await sendJson(`/trpc/${name}`, input, headers)
      : await fetchBytes(`/trpc/${name}?${queryString}`, { headers, signal: AbortSignal.timeout(5000) }),
  ];
  const fill = (_: string, key: string) => encodeURIComponent(String(input[key] ?? 'x'));
  for (const operation of OPERATIONS.filter((one) => one.name === name)) {
    const path = `/api${operation.path.replace(/:(\w+)/g, fill)}`;
    responses.push(
      operation.method === 'GET'
        ? await fetchBytes(path, { headers })
        : await sendJson(path, input, headers, operation.method),
    );
  }
  return responses;
}

describe('a visitor', () => {
  test('gets no address, number or login name from any operation, over both transports', async () => {
    const openOperations: string[] = [];
    for (const [name, { _def }] of PROCEDURES) {
      for (const input of VISITOR_INPUTS[name] ?? [INPUT_FOR_ANY]) {
        const responses = await callOnEveryPath(name, input);
        for (const { bytes } of responses) expect([name, findSecrets(bytes)]).toEqual([name, []]);
        // A rejected stream has the status 200, and its first event has the error.
        const isRejected = responses.every(
          ({ status, bytes }) =>
            status === 401 || (_def.type === 'subscription' && bytes.includes('request.unauthorized')),
        );
        if (isRejected && !(name in VISITOR_INPUTS)) continue;
        openOperations.push(name);
      }
    }
    // Every operation that does not return 401 to a visitor has its inputs above.
    expect([...new Set(openOperations)].sort()).toEqual(Object.keys(VISITOR_INPUTS).sort());
  });

  test('gets the open ads with the names of their owners', async () => {
    const { bytes } = await fetchBytes('/api/marketplace/announcements');
    expect(bytes).toContain(ad.id);
    expect(bytes).toContain('Anna Ek');
    expect(bytes).not.toContain(completed.id);
  });

  test('gets no secret from the list with filters, other fields, a batch, HEAD or the paths of admins', async () => {
    const paths = [
      '/api/marketplace/announcements?include=user_details&fields=email,phone_number',
      '/api/marketplace/announcements-list?user_details=true',
      `/api/marketplace/announcements/${ad.id}`,
      `/api/marketplace/users/${anna.id}`,
      '/api/admin/marketplace/announcements',
      '/api/admin/marketplace/users',
      '/trpc/public.announcements.list,public.events.list?batch=1',
      '/trpc/public.announcements.list?input=%7B%22user_details%22%3Atrue%7D',
    ];
    for (const path of paths) expect([path, findSecrets((await fetchBytes(path)).bytes)]).toEqual([path, []]);
    const head = await fetchBytes(paths[0] ?? '', { method: 'HEAD' });
    expect(findSecrets(head.bytes)).toEqual([]);
  });

  const PATHS = ['/finns-inte', '/marketplace/annons', '/robots.txt', '/sitemap.xml'];
  const API_PATHS = ['openapi.json', 'docs', 'health', 'ready', 'nowhere'].map((path) => `/api/${path}`);
  test.each([...PAGES, ...PATHS, ...API_PATHS])('gets no secret from %s', async (path) => {
    const { bytes } = await fetchBytes(path.replace(':token', 'x'));
    expect(findSecrets(bytes)).toEqual([]);
  });
});

describe('a member', () => {
  test('gets no secret of another member from any operation', async () => {
    let responseCount = 0;
    const skipped = [...Object.keys(VISITOR_INPUTS), 'marketplace.accounts.logout'];
    for (const [name, { _def }] of PROCEDURES) {
      if (skipped.includes(name) || _def.type === 'subscription') continue;
      for (const other_user_id of [anna.id, bo.id, cia.id]) {
        const input = { ...INPUT_FOR_ANY, other_user_id };
        for (const { status, bytes } of await callOnEveryPath(name, input, cia.headers)) {
          responseCount++;
          expect([name, status, findSecrets(bytes, [anna, bo])]).toEqual([name, status, []]);
          expect(status).toBeLessThan(500);
        }
      }
    }
    expect(responseCount).toBeGreaterThan(40);
  });

  test('gets the phone of the other party only by opening the conversation, and the address never', async () => {
    await db.delete(rateLimits);
    for (const [reader, other] of [
      [anna, bo],
      [bo, anna],
    ] as const) {
      const input = { announcement_id: ad.id, other_user_id: other.id, message_text: 'Hej' };
      for (const verb of ['list', 'unread', 'open', 'reply']) {
        const responses = await callOnEveryPath(`marketplace.conversations.${verb}`, input, reader.headers);
        for (const { status, bytes } of responses) {
          expect([verb, status]).toEqual([verb, 200]);
          const phone = verb === 'open' ? [other.phone_number] : [];
          const secrets = findSecrets(bytes, [other]).filter((secret) => /[^\d]/.test(secret));
          expect([verb, secrets]).toEqual([verb, phone as string[]]);
          // The response has none of the reader's own data either.
          expect(findSecrets(bytes, [reader])).toEqual([]);
        }
      }
    }
  });

  test('gets no data of the reporter or the reported member from a report', async () => {
    const responses = await callOnEveryPath('marketplace.reports.create', INPUT_FOR_ANY, bo.headers);
    for (const { status, bytes } of responses) {
      expect(status).toBe(200);
      expect(findSecrets(bytes)).toEqual([]);
    }
  });
});

test('a queued mail about a conversation identifies people by id only', async () => {
  const queuedMails = await db.select().from(outbox);
  const messageMails = queuedMails.filter(({ kind }) => kind === 'conversation.message');
  expect(messageMails.length).toBeGreaterThan(0);
  expect(findSecrets(JSON.stringify(messageMails))).toEqual([]);
});
