import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditLog, events, linkChecks } from '#db/schema/index.ts';
import { addDemoCalendar } from '#src/features/demo/service.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { checkNextLink } from '#src/features/links/check/service.ts';
import type { AdminLink, LinkChanged, LinkCheckResult } from '#src/features/links/contract.ts';
import { claimLink, syncLinks } from '#src/features/links/store.ts';
import { detailOf } from '#src/shared/errors.ts';
import { testApp } from '#tests/support/app.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeEvent } from '#tests/support/content.ts';
import { startOddSite } from '#tests/support/odd-site.ts';

const transport = 'rest';

const DAY_MS = 86_400_000;
const UNKNOWN_ID = Bun.randomUUIDv7();

let now = Date.parse('2027-03-01T12:00:00Z');
const passDays = (days: number) => {
  now += days * DAY_MS;
};

const site = startOddSite({ '/robots.txt': () => new Response('User-agent: *\nDisallow: /closed/') });
const app = await testApp({
  now: () => new Date(now),
  environment: { SOURCE_ALLOW_HOSTS: `127.0.0.1:${site.port}` },
});
const admin = await makeAdmin(app.db, { username: 'vera' });
afterAll(async () => {
  await app.stop();
  site.stop();
});
beforeEach(async () => {
  for (const table of [events, linkChecks, auditLog]) await app.db.delete(table);
  site.requests.length = 0;
});

const at = (path: string) => `http://127.0.0.1:${site.port}${path}`;
const instant = () => new Date(now).toISOString();

/** Checks everything that is due, without pauses between the requests of a host. */
async function checkDue() {
  await app.db.transaction((tx) => syncLinks(tx, instant()));
  while (await checkNextLink(app.context, { pauseMs: 0 }));
}
const list = async (status?: string) =>
  (await call<AdminLink[]>(app, 'rest', 'admin.links.list', admin, status ? { status } : undefined)).body;
const statusesByPath = async () =>
  Object.fromEntries(
    (await app.db.select().from(linkChecks)).map(({ url, status, reason, http_status }) => [
      new URL(url).pathname,
      [status, reason, http_status],
    ]),
  );

describe('the check of links', () => {
  test('rates each kind of response, and obeys robots.txt', async () => {
    const paths = [
      '/ok',
      '/403',
      '/405',
      '/429',
      '/500',
      '/410',
      '/missing',
      '/to-private',
      '/loop',
      '/closed/x',
    ];
    for (const path of paths) await makeEvent(app.db, { race_link: at(path) });
    await makeEvent(app.db, { race_link: 'https://made-up.example/' });
    await checkDue();
    expect(await statusesByPath()).toEqual({
      '/ok': ['ok', null, 200],
      '/403': ['unknown', 'http', 403],
      '/405': ['unknown', 'http', 405],
      '/429': ['unknown', 'http', 429],
      '/500': ['unknown', 'http', 500],
      '/410': ['failing', 'http', 410],
      '/missing': ['failing', 'http', 404],
      '/to-private': ['unknown', 'private', null],
      '/loop': ['unknown', 'redirect', null],
      '/closed/x': ['unknown', 'robots', null],
      '/': ['unknown', 'private', null],
    });
    const requested = site.requests.map(({ path }) => path);
    expect(requested).not.toContain('/closed/x');
    expect(requested.filter((path) => path === '/robots.txt')).toHaveLength(1);
  });

  test('requests a link once, however many events and fields have it', async () => {
    const link = at('/ok');
    await makeEvent(app.db, { race_link: link, result_link: link });
    await makeEvent(app.db, { registration_url: link, transfer_rules_url: link });
    await checkDue();
    await checkDue();
    expect(site.requests.filter(({ path }) => path === '/ok')).toHaveLength(1);
    passDays(7);
    await checkDue();
    expect(site.requests.filter(({ path }) => path === '/ok')).toHaveLength(2);
  });

  test('makes a link dead after three failures over seven days, and alive when it works', async () => {
    const event = await makeEvent(app.db, { race_link: at('/gone'), registration_url: at('/ok') });
    const publicLinks = async () => {
      const { body } = await app.api<PublicEvent[]>('GET /events');
      const one = await app.api<PublicEvent>(`GET /events/${event.id}`);
      expect(one.body).toEqual(body[0] as PublicEvent);
      return [body[0]?.race_link, body[0]?.registration_url, body[0]?.registration];
    };
    for (const days of [0, 3.5]) {
      passDays(days);
      await checkDue();
    }
    expect(await publicLinks()).toEqual([at('/gone'), at('/ok'), 'open']);
    passDays(3.5);
    await checkDue();
    expect(await publicLinks()).toEqual([null, at('/ok'), 'open']);
    const { body } = await app.api<{ race_link: string }[]>('GET /admin/events', admin);
    expect(body[0]?.race_link).toBe(at('/gone'));

    site.pages['/gone'] = () => new Response('hello');
    passDays(7);
    await checkDue();
    delete site.pages['/gone'];
    expect(await publicLinks()).toEqual([at('/gone'), at('/ok'), 'open']);
  });

  test('claims one link of a host at a time, until the claim ends', async () => {
    for (const path of ['/1', '/2']) await makeEvent(app.db, { race_link: at(path) });
    await makeEvent(app.db, { race_link: 'https://other.example/' });
    await app.db.transaction((tx) => syncLinks(tx, instant()));
    const claim = () => claimLink(app.db, { now: instant(), until: new Date(now + 60_000).toISOString() });
    const claimed = await Promise.all(Array.from({ length: 8 }, claim));
    const hosts = claimed.flatMap((link) => link?.host ?? []);
    expect(hosts.sort()).toEqual([`127.0.0.1:${site.port}`, 'other.example']);
    expect(await claim()).toBeUndefined();
    // As after `kill -9`: nobody stores a result.
    now += 60_000;
    expect(await claim()).toBeDefined();
  });

  test('never requests the links of demonstration data', async () => {
    await addDemoCalendar(app.db, new Date(now));
    passDays(30);
    await checkDue();
    await call(app, 'rest', 'admin.links.check', admin, {});
    const links = await app.db.select().from(linkChecks);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(({ checked_at }) => checked_at !== null)).toEqual([]);
  });

  test('survives twenty replacements and lists at once', async () => {
    const paths = Array.from({ length: 20 }, (_, index) => at(`/gone${index}`));
    for (const race_link of paths)
      await makeEvent(app.db, { race_link, result_link: paths[0], registration_url: paths[1] });
    await checkDue();
    const calls = (await list()).map(({ id }, index) =>
      call(app, 'rest', 'admin.links.replace', admin, { id, url: at(`/new${index}`) }),
    );
    const statuses = (await Promise.all([...calls, ...paths.map(() => list())])).flatMap((response) =>
      'status' in response ? [response.status] : [],
    );
    expect(statuses).toEqual(Array(20).fill(200));
    const stored = await app.db.select().from(events);
    expect(stored.filter(({ race_link }) => !race_link?.includes('/new'))).toEqual([]);
  });

  test('forgets links that no event has', async () => {
    const { id } = await makeEvent(app.db, { race_link: at('/ok') });
    await checkDue();
    await app.sql`delete from events where id = ${id}`;
    await checkDue();
    expect(await app.db.select().from(linkChecks)).toEqual([]);
  });
});

const over = <Body>(name: string, input: Record<string, unknown> = {}) =>
  call<Body>(app, transport, `admin.links.${name}`, admin, input);

describe('links', () => {
  test('are listed with their events, the dead ones first', async () => {
    const first = await makeEvent(app.db, {
      event_name: 'A',
      event_date: '2027-05-01',
      race_link: at('/gone'),
      result_link: at('/gone'),
    });
    await makeEvent(app.db, { event_name: 'B', race_link: at('/403'), registration_url: at('/ok') });
    await checkDue();
    const { body } = await over<AdminLink[]>('list');
    expect(body).toEqual([
      {
        id: expect.any(String),
        url: at('/gone'),
        status: 'failing',
        reason: 'http',
        http_status: 404,
        since: instant(),
        tries: 1,
        checked_at: instant(),
        event_count: 1,
        events: [
          {
            id: first.id,
            event_name: 'A',
            event_date: '2027-05-01',
            fields: ['race_link', 'result_link'],
          },
        ],
      },
      expect.objectContaining({ url: at('/403'), status: 'unknown', since: null, tries: 0 }),
    ]);
    expect((await over<AdminLink[]>('list', { status: 'ok' })).body.map(({ url }) => url)).toEqual([
      at('/ok'),
    ]);
    expect((await over('list', { status: 'bra' })).status).toBe(400);
  });

  test('are checked now: one, or all that fail or are new', async () => {
    await makeEvent(app.db, { race_link: at('/gone'), registration_url: at('/ok') });
    await checkDue();
    site.requests.length = 0;
    const { body: all } = await over<LinkCheckResult>('check');
    expect(all).toEqual({ checked: 1, ok: 0, unknown: 0, failing: 1, dead: 0, remaining: 0 });
    const [works] = await list('ok');
    const { body: one } = await over<LinkCheckResult>('check', { id: works?.id });
    expect(one).toMatchObject({ checked: 1, ok: 1 });
    expect(site.requests.map(({ path }) => path).filter((path) => path !== '/robots.txt')).toEqual([
      '/gone',
      '/ok',
    ]);
    expect(outcomeOf(await over('check', { id: UNKNOWN_ID }))).toEqual([
      404,
      'link.not_found',
      detailOf('link.not_found'),
    ]);
  });

  test('are replaced in every field of every event', async () => {
    const first = await makeEvent(app.db, { race_link: at('/gone'), result_link: at('/gone') });
    const other = await makeEvent(app.db, { race_link: at('/ok'), registration_url: at('/gone') });
    await checkDue();
    const [link] = await list();
    const { body } = await over<LinkChanged>('replace', { id: link?.id, url: 'nytt.se/loppet' });
    expect(body).toEqual({
      message: 'Länken är ersatt på 2 evenemang',
      event_count: 2,
      batch_id: expect.any(String),
    });
    const stored = new Map((await app.db.select().from(events)).map((event) => [event.id, event]));
    expect(stored.get(first.id)).toMatchObject({
      race_link: 'https://nytt.se/loppet',
      result_link: 'https://nytt.se/loppet',
      version: 2,
    });
    expect(stored.get(other.id)).toMatchObject({
      race_link: at('/ok'),
      registration_url: 'https://nytt.se/loppet',
    });
    expect(await list()).toEqual([]);
    const entries = await app.db.select().from(auditLog);
    expect(entries.map(({ action, record_name }) => [action, record_name])).toEqual([
      ['link.replace', at('/gone')],
    ]);
    expect((await over('replace', { id: UNKNOWN_ID, url: 'https://nytt.se' })).status).toBe(404);
    const invalid = await over('replace', { id: link?.id, url: 'javascript:alert(1)' });
    expect(outcomeOf(invalid)).toEqual([400, 'request.url', detailOf('request.url')]);
  });

  test('are removed from every event', async () => {
    await makeEvent(app.db, { race_link: at('/gone'), result_link: at('/ok') });
    await checkDue();
    const [link] = await list();
    const { body } = await over<LinkChanged>('remove', { id: link?.id });
    expect(body).toEqual({
      message: 'Länken är borttagen på 1 evenemang',
      event_count: 1,
      batch_id: expect.any(String),
    });
    expect((await app.db.select().from(events))[0]).toMatchObject({
      race_link: null,
      result_link: at('/ok'),
    });
    expect((await over('remove', { id: link?.id })).status).toBe(404);

    await call(app, transport, 'admin.bulk.undo', admin, { id: body.batch_id });
    expect((await app.db.select().from(events))[0]?.race_link).toBe(at('/gone'));
  });
});
