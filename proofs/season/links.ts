// The links of a season, to a local server that answers as oddly as those of others.
import { eq } from 'drizzle-orm';
import { events } from '#db/schema/index.ts';
import { checkNextLink } from '#src/features/links/check/service.ts';
import type { AdminLink } from '#src/features/links/contract.ts';
import { syncLinks } from '#src/features/links/store.ts';
import type { OddSite } from '#tests/support/odd-site.ts';
import type { Operator } from './operator.ts';

const DAYS = 16;

type Kind = {
  name: string;
  count: number;
  url: (number: number) => string;
  status: 'ok' | 'unknown' | 'dead';
};

/** 60 of them are dead. Those that recover fail twice. */
const kindsOf = (port: number): Kind[] => {
  const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`;
  return [
    { name: 'gone', count: 30, url: (number) => at(`/gone/${number}`), status: 'dead' },
    { name: '410', count: 20, url: (number) => at(`/410?${number}`), status: 'dead' },
    {
      name: 'without a host',
      count: 10,
      url: (number) => `http://borta${number}.exempel.se/`,
      status: 'dead',
    },
    { name: 'ok', count: 20, url: (number) => at(`/ok?${number}`), status: 'ok' },
    { name: 'recovering', count: 10, url: (number) => at(`/recovering/${number}`), status: 'ok' },
    { name: 'slow', count: 2, url: (number) => at(`/a-second?${number}`), status: 'ok' },
    { name: '403', count: 10, url: (number) => at(`/403?${number}`), status: 'unknown' },
    { name: '405', count: 10, url: (number) => at(`/405?${number}`), status: 'unknown' },
    { name: '429', count: 10, url: (number) => at(`/429?${number}`), status: 'unknown' },
    { name: '500', count: 10, url: (number) => at(`/500?${number}`), status: 'unknown' },
    {
      name: 'redirect to 127.0.0.1',
      count: 5,
      url: (number) => at(`/to-private?${number}`),
      status: 'unknown',
    },
    {
      name: 'changing DNS',
      count: 5,
      url: (number) => `http://byter${number}.exempel.se/`,
      status: 'unknown',
    },
  ];
};

export function addLinkPages(site: OddSite): void {
  const failures = new Map<string, number>();
  site.pages['/a-second'] = () =>
    new Response(
      new ReadableStream({ start: (controller) => void setTimeout(() => controller.close(), 1000) }),
    );
  for (let number = 0; number < 10; number++) {
    const path = `/recovering/${number}`;
    site.pages[path] = () => {
      const failed = failures.get(path) ?? 0;
      failures.set(path, failed + 1);
      return new Response('x', { status: failed < 2 ? 404 : 200 });
    };
  }
}

/** Gives races links, checks them for two weeks, and returns what differs from the kinds. */
export async function checkLinks(
  operator: Operator,
  site: OddSite,
): Promise<{ differences: string[]; dead: number }> {
  const { app, as, passDays } = operator;
  const { db } = app.context.database;
  const kinds = kindsOf(site.port);
  const links = kinds.flatMap((kind) =>
    Array.from({ length: kind.count }, (_, number) => ({ kind, url: kind.url(number) })),
  );
  const rows = await db.select({ id: events.id }).from(events).limit(links.length);
  for (const [index, { url }] of links.entries())
    await db
      .update(events)
      .set({ race_link: url })
      .where(eq(events.id, rows[index]?.id ?? ''));
  for (let day = 0; day < DAYS; day++) {
    await syncLinks(db, app.context.now().toISOString());
    while (await checkNextLink(app.context, { pauseMs: 0 }));
    passDays(1);
  }
  const differences: string[] = [];
  const dead = (await as<AdminLink[]>('admin.links.list', { status: 'dead' })).map(({ url }) => url);
  const unknown = (await as<AdminLink[]>('admin.links.list', { status: 'unknown' })).map(({ url }) => url);
  const { body: shown } = await app.api<{ id: string; race_link: string | null }[]>('GET /events');
  const shownLinks = new Map(shown.map(({ id, race_link }) => [id, race_link]));
  for (const [index, { kind, url }] of links.entries()) {
    const status = dead.includes(url) ? 'dead' : unknown.includes(url) ? 'unknown' : 'ok';
    if (status !== kind.status) differences.push(`${kind.name} ${url} is ${status}`);
    const expected = kind.status === 'dead' ? null : url;
    const link = shownLinks.get(rows[index]?.id ?? '');
    if (link !== expected) differences.push(`${kind.name}: the card links to ${link}`);
  }
  return { differences, dead: dead.length };
}
