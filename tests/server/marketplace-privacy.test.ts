import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { outbox, rateLimits } from '#db/schema/index.ts';
import { appRouter } from '#src/router.ts';
import { PAGES } from '#src/shared/pages.ts';
import { OPERATIONS } from '#tests/support/call.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { newCaller, type TestApp, testApp } from '#tests/support/transports.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: () => new Date('2027-03-01T08:00:00Z') });
});
afterAll(() => app.stop());

type Scene = Awaited<ReturnType<typeof setUp>>;
let scene: Scene;

/** The members have recognizable addresses and numbers. */
async function setUp() {
  const { db } = app;
  const makePerson = (full_name: string, nickname: string, phone_number: string) =>
    makeMember(db, {
      full_name,
      email: `${nickname}@hemlig-${nickname}.example`,
      username: `username-${nickname}`,
      password_hash: `$argon2id$hash-${nickname}`,
      phone_number,
    });
  const anna = await makePerson('Anna Ek', 'qaoi', '070-555 10 01');
  const bo = await makePerson('Bo Ask', 'qboi', '+46 73 555 10 02');
  const cia = await makePerson('Cia Lind', 'qcoi', '(08) 555 10 03');
  const event = await makeEvent(db);
  const row = { user_id: anna.id, event_id: event.id, description: 'Startgrupp 2' };
  const [ad, wanted, inactive, completed] = [
    await makeAnnouncement(db, row),
    await makeAnnouncement(db, { ...row, announcement_type: 'wanted' }),
    await makeAnnouncement(db, { ...row, is_active: false }),
    await makeAnnouncement(db, { ...row, is_completed: true }),
  ];
  const send = (message_text: string) =>
    app.api('POST /marketplace/messages', {
      headers: bo.headers,
      body: { announcement_id: ad.id, message_text },
    });
  await send('Finns platsen kvar?');
  await app.api('POST /marketplace/reports', {
    headers: { ...bo.headers, ...newCaller() },
    body: { reported_user_id: anna.id, reason: 'other', description: 'Sen', related_announcement_id: ad.id },
  });
  return { anna, bo, cia, event, ad, wanted, inactive, completed };
}
beforeAll(async () => {
  scene = await setUp();
});

type Person = Scene['anna'];

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
const allMembers = () => [scene.anna, scene.bo, scene.cia];

function findSecrets(bytes: string, people = allMembers()): string[] {
  const decodedText = decodeURIComponent(bytes.replace(/%(?![0-9a-f]{2})/gi, '%25')).toLowerCase();
  const withoutSeparators = decodedText.replace(/[\s().\-/\u00a0]/g, '');
  return people
    .flatMap(secretsOf)
    .filter(
      (secret) =>
        decodedText.includes(secret.toLowerCase()) || withoutSeparators.includes(secret.toLowerCase()),
    );
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
  const { anna, bo } = scene;
  const hasSecrets = (bytes: string, person: Person) => findSecrets(bytes, [person]).length > 0;
  expect(hasSecrets(`{"email":"${anna.email}"}`, anna)).toBe(true);
  expect(hasSecrets('070 555 1001', anna)).toBe(true);
  expect(hasSecrets('0705551001', anna)).toBe(true);
  expect(hasSecrets('+46(0)70-555.10.01', anna)).toBe(true);
  expect(hasSecrets('073\u00a0555\u00a010\u00a002', bo)).toBe(true);
  expect(hasSecrets(encodeURIComponent(anna.email), anna)).toBe(true);
  expect(hasSecrets(JSON.stringify({ user_id: anna.id, user_name: anna.full_name }), anna)).toBe(false);
});

/** Inputs for the operations that a visitor may call. */
const VISITOR_INPUTS: Record<string, (scene: Scene) => Record<string, unknown>[]> = {
  'public.announcements.list': () => [{}],
  'public.banners.list': () => [{}],
  'public.contact.info': () => [{}],
  'public.events.list': () => [{}],
  'public.events.coordinates': () => [{}],
  'public.events.get': ({ ad }) => [{ id: ad.event_id }],
  ...Object.fromEntries(
    ['get', 'stop', 'resume'].map((call) => [`public.mailStops.${call}`, () => [{ token: 'none' }]]),
  ),
  'public.marketplaceSettings.get': () => [{}],
  'public.series.get': () => [{ slug: 'loppet' }],
  'public.series.list': () => [{}],
  'public.contact.sendMessage': () => [
    {},
    { name: 'Gäst', email: 'gast@example.se', subject: 'Fråga', message: 'Vem säljer?' },
  ],
  'public.notices.create': ({ ad, inactive }) => [
    {},
    ...[ad, inactive].map(({ order_number }) => ({
      url: `/marketplace/annons/${order_number}`,
      explanation: 'Vem säljer?',
      name: 'Gäst',
      email: 'gast@example.se',
      good_faith: true,
    })),
  ],
  'public.statements.get': () => [{ token: 'none' }],
  'public.statements.object': () => [{ token: 'none', text: 'Nej' }],
  'public.submissions.submit': () => [{}],
  'public.views.count': ({ ad }) => [{ id: ad.event_id }],
  ...Object.fromEntries(
    ['confirm', 'data', 'end', 'erase', 'list', 'matchAlerts', 'ofMail', 'pause', 'removeAll', 'renew'].map(
      (call) => [`public.watches.${call}`, () => [{ token: 'none' }]],
    ),
  ),
  'public.watches.create': ({ anna, event }) => [
    {},
    { kind: 'event', event_id: event.id, cadence: 'daily', email: anna.email },
  ],
  'public.watches.remove': ({ event }) => [{ token: 'none', id: event.id }],
  'public.watches.update': ({ event }) => [{ token: 'none', id: event.id, cadence: 'daily' }],
  'public.watches.turnOffMatchAlerts': () => [{ token: 'none', scope: 'all' }],
  'admin.admins.login': ({ anna }) => [
    {},
    { username: 'admin', password: 'Fel-losen1' },
    { username: anna.email, password: 'Fel-losen1' },
  ],
  'admin.admins.passkeyLogin': ({ anna }) => [
    {},
    { username: 'admin', password: 'Fel-losen1' },
    { username: anna.email, password: 'Fel-losen1' },
  ],
  'marketplace.accounts.login': ({ anna }) => [
    {},
    { email: anna.email, password: 'Fel-losen1' },
    { email: anna.username, password: 'Fel-losen1' },
  ],
  'marketplace.accounts.register': ({ anna }) => [
    {},
    {
      email: anna.email,
      full_name: anna.full_name,
      phone_number: '1',
      password: 'Nytt-losen1',
      confirm_password: 'Nytt-losen1',
    },
  ],
  'marketplace.accounts.verify': () => [{ token: 'ingen' }],
  'marketplace.accounts.resendVerification': ({ anna }) => [{}, { email: anna.email }],
  'marketplace.accounts.forgotPassword': ({ anna }) => [{}, { email: anna.email }],
  'marketplace.privacy.mailLink': ({ anna }) => [{}, { email: anna.email }],
  'marketplace.privacy.dataByLink': () => [{ token: 'ingen' }],
  'marketplace.privacy.deleteByLink': () => [{ token: 'ingen' }],
  'marketplace.accounts.resetPassword': () => [{ token: 'ingen', new_password: 'Nytt-losen1' }],
};

/** Has the fields of every operation that needs a login. Each operation ignores the fields of the others. */
const inputForAnyOperation = ({ anna, ad, event, bo }: Scene) => ({
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
});

const PROCEDURES = Object.entries<{ _def: { type: string } }>(appRouter._def.procedures as never);

async function callOnEveryPath(
  name: string,
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const type = PROCEDURES.find(([procedureName]) => procedureName === name)?.[1]._def.type;
  const queryString = `input=${encodeURIComponent(JSON.stringify(input))}`;
  const responses = [
    type === 'mutation'
      ? await sendJson(`/trpc/${name}`, input, headers)
      : await fetchBytes(`/trpc/${name}?${queryString}`, { headers, signal: AbortSignal.timeout(5000) }),
  ];
  for (const { method, path } of OPERATIONS.filter((operation) => operation.name === name)) {
    const filledPath = path.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(String(input[key] ?? 'x')),
    );
    responses.push(
      method === 'GET'
        ? await fetchBytes(`/api${filledPath}`, { headers })
        : await sendJson(`/api${filledPath}`, input, headers, method),
    );
  }
  return responses;
}

describe('a visitor', () => {
  test('gets no address, number or login name from any operation, over both transports', async () => {
    const openOperations: string[] = [];
    for (const [
      name,
      {
        _def: { type },
      },
    ] of PROCEDURES) {
      for (const input of VISITOR_INPUTS[name]?.(scene) ?? [inputForAnyOperation(scene)]) {
        const responses = await callOnEveryPath(name, input);
        for (const { bytes } of responses) expect([name, findSecrets(bytes)]).toEqual([name, []]);
        // A rejected stream has the status 200, and its first event has the error.
        const isRejected = responses.every(
          ({ status, bytes }) =>
            status === 401 || (type === 'subscription' && bytes.includes('request.unauthorized')),
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
    expect(bytes).toContain(scene.ad.id);
    expect(bytes).toContain('Anna Ek');
    expect(bytes).not.toContain(scene.completed.id);
  });

  test('gets no secret from the list with filters, other fields, a batch, HEAD or the paths of admins', async () => {
    const paths = [
      '/api/marketplace/announcements?include=user_details&fields=email,phone_number',
      '/api/marketplace/announcements-list?user_details=true',
      `/api/marketplace/announcements/${scene.ad.id}`,
      `/api/marketplace/users/${scene.anna.id}`,
      '/api/admin/marketplace/announcements',
      '/api/admin/marketplace/users',
      '/trpc/public.announcements.list,public.events.list?batch=1',
      '/trpc/public.announcements.list?input=%7B%22user_details%22%3Atrue%7D',
    ];
    for (const path of paths) expect([path, findSecrets((await fetchBytes(path)).bytes)]).toEqual([path, []]);
    const head = await fetchBytes(paths[0] ?? '', { method: 'HEAD' });
    expect(findSecrets(head.bytes)).toEqual([]);
  });

  test.each([...PAGES, '/finns-inte', `/marketplace/annons`])(
    'gets no secret from the page %s',
    async (page) => {
      const { bytes } = await fetchBytes(page.replace(':token', 'x'));
      expect(findSecrets(bytes)).toEqual([]);
    },
  );

  test.each([
    '/api/openapi.json',
    '/api/docs',
    '/api/health',
    '/api/ready',
    '/robots.txt',
    '/sitemap.xml',
    '/api/nowhere',
  ])('gets no secret from %s', async (path) => {
    expect(findSecrets((await fetchBytes(path)).bytes)).toEqual([]);
  });
});

describe('a member', () => {
  const memberProcedures = () =>
    PROCEDURES.filter(([name, { _def }]) => !(name in VISITOR_INPUTS) && _def.type !== 'subscription');

  test('gets no secret of another member from any operation', async () => {
    const { cia, anna, bo } = scene;
    let responseCount = 0;
    for (const [name] of memberProcedures()) {
      if (name === 'marketplace.accounts.logout') continue;
      for (const other_user_id of [anna.id, bo.id, cia.id]) {
        const responses = await callOnEveryPath(
          name,
          { ...inputForAnyOperation(scene), other_user_id },
          cia.headers,
        );
        for (const { status, bytes } of responses) {
          responseCount++;
          expect([name, status, findSecrets(bytes, [anna, bo])]).toEqual([name, status, []]);
          expect(status).toBeLessThan(500);
        }
      }
    }
    expect(responseCount).toBeGreaterThan(40);
  });

  test('gets the phone of the other party only by opening the conversation, and the address never', async () => {
    const { anna, bo, ad } = scene;
    await app.db.delete(rateLimits);
    for (const [reader, otherMember] of [
      [anna, bo],
      [bo, anna],
    ] as const) {
      const conversationKey = { announcement_id: ad.id, other_user_id: otherMember.id };
      for (const name of ['list', 'unread', 'open', 'reply'].map(
        (verb) => `marketplace.conversations.${verb}`,
      )) {
        for (const { status, bytes } of await callOnEveryPath(
          name,
          { ...conversationKey, message_text: 'Hej' },
          reader.headers,
        )) {
          expect([name, status]).toEqual([name, 200]);
          const phone = name.endsWith('open') ? [otherMember.phone_number] : [];
          const secrets = findSecrets(bytes, [otherMember]).filter((secret) => /[^\d]/.test(secret));
          expect([name, secrets]).toEqual([name, phone as string[]]);
          // The response has none of the reader's own data either.
          expect(findSecrets(bytes, [reader])).toEqual([]);
        }
      }
    }
  });

  test('gets no data of the reporter or the reported member from a report', async () => {
    const { anna, bo, ad } = scene;
    const input = {
      reported_user_id: anna.id,
      reason: 'spam',
      description: 'x',
      related_announcement_id: ad.id,
    };
    for (const { status, bytes } of await callOnEveryPath('marketplace.reports.create', input, bo.headers)) {
      expect(status).toBe(200);
      expect(findSecrets(bytes)).toEqual([]);
    }
  });
});

test('a queued mail about a conversation identifies people by id only', async () => {
  const queuedMails = await app.db.select().from(outbox);
  const messageMails = queuedMails.filter(({ kind }) => kind === 'conversation.message');
  expect(messageMails.length).toBeGreaterThan(0);
  expect(findSecrets(JSON.stringify(messageMails))).toEqual([]);
});
