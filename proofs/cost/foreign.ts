import { gzipSync } from 'node:zlib';
import { startProcess } from '#proofs/fuzz/process.ts';
import { addDaysTo } from '#src/shared/dates.ts';
import { makeAdmin, makeEvent } from '#tests/support/content.ts';
import { startOddSite } from '#tests/support/odd-site.ts';
import { startWatcher } from './watch.ts';

const MB = 1_000_000;
const BYTES = 9.9 * MB;
const COUNT = 20_000;
/** A busy machine delays once, expensive content each time. */
const ATTEMPTS = 3;
/** A delay up to this is not measured again. */
const SHORT_MS = 50;

export type ForeignDelay = { name: string; ms: number; outcome: string };

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const dayAt = (index: number) => addDaysTo('2027-01-01', index % 700);
const eventAt = (index: number, ...lines: string[]) =>
  [
    ...['BEGIN:VEVENT', `UID:${index}`, `DTSTART;VALUE=DATE:${dayAt(index).replaceAll('-', '')}`],
    ...[`SUMMARY:Lopp ${index}`, ...lines, 'END:VEVENT'],
  ].join('\r\n');
const eventsWith = (count: number, lineAt: (index: number) => string) =>
  calendar(...Array.from({ length: count }, (_, index) => eventAt(index, lineAt(index))));
const feed = (items: unknown[]) => JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items });
const csv = (rows: string) => `id;event_date;event_name;distances;sport_type;ort\n${rows}`;

/** What the sources of others may have. It is sent compressed. */
const SOURCES: Record<string, () => string> = {
  'a calendar of 20,000 races': () => eventsWith(COUNT, (index) => `LOCATION:Ort ${index}\\, Mora`),
  'a calendar of 1,900 long texts': () =>
    eventsWith(1900, () => `DESCRIPTION:${'10 km, 5 mil - 1 200 m (1,5 km) '.repeat(150)}`),
  'a calendar of endless series': () =>
    eventsWith(COUNT, () => 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=9'),
  'a calendar of one line': () => calendar(`SUMMARY:${'a'.repeat(BYTES)}`),
  'a calendar of quotes': () => calendar(`X;A=${'"'.repeat(BYTES)}`),
  'a calendar of parameters': () =>
    calendar('BEGIN:VEVENT', `DTSTART${';A=1'.repeat(BYTES / 4)}:20270522`, 'END:VEVENT'),
  'a calendar of begins': () => 'BEGIN:VEVENT\n'.repeat(BYTES / 13),
  'a feed of 20,000 races': () =>
    feed(
      Array.from({ length: COUNT }, (_, index) => ({
        id: index,
        title: `Lopp ${index}, ${dayAt(index)}`,
        tags: ['Löpning'],
      })),
    ),
  'a feed of long titles': () =>
    feed(
      Array.from({ length: 100 }, (_, index) => ({
        id: index,
        title: `${'1 '.repeat(45_000)}, ${dayAt(index)}`,
      })),
    ),
  'a feed with one text of 10 MB': () =>
    feed([{ id: 1, title: `Lopp, ${dayAt(1)}`, content_text: '1 km '.repeat(BYTES / 5) }]),
  'a feed of lists in lists': () =>
    `{"version": "https://jsonfeed.org/version/1", "items": ${'['.repeat(BYTES)}`,
  'a feed of empty items': () => feed(Array(COUNT).fill({})),
  'a table of 20,000 races': () =>
    csv(
      Array.from(
        { length: COUNT },
        (_, index) => `${index};${dayAt(index)};Lopp ${index};10 km;Löpning;Mora`,
      ).join('\n'),
    ),
  'a table of quotes': () => csv('"a'.repeat(BYTES / 2)),
  'a table of wide rows': () => csv(';'.repeat(BYTES)),
};

const ROBOTS: Record<string, string> = {
  'robots.txt with a rule of 500 kB': `User-agent: *\nDisallow: /${'*a'.repeat(249_000)}x`,
  'robots.txt with 25,000 rules': `User-agent: *\n${'Disallow: /*a*b$\n'.repeat(25_000)}`,
};

/** How long content of other sites delays a health check. */
export async function measureForeign(
  environment: Record<string, string>,
  isChosen: (name: string) => boolean = () => true,
): Promise<ForeignDelay[]> {
  const robots = Object.entries(ROBOTS).filter(([name]) => isChosen(name));
  const site = startOddSite();
  const robotSites = robots.map(([, text]) => startOddSite({ '/robots.txt': () => new Response(text) }));
  const hosts = [site, ...robotSites].map(({ port }) => `127.0.0.1:${port}`).join();
  const product = await startProcess({ SOURCE_ALLOW_HOSTS: hosts, LINK_CHECK: '0', ...environment });
  const watcher = startWatcher(product.url, product.pid);
  const admin = await makeAdmin(product.database.db);
  const delays: ForeignDelay[] = [];
  const send = async <Body = Record<string, unknown>>(method: string, path: string, body?: object) => {
    const response = await fetch(`${product.url}/api/admin/${path}`, {
      method,
      headers: { ...admin.headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Body;
  };
  const measure = async (name: string, run: () => Promise<string>) => {
    let ms = Number.POSITIVE_INFINITY;
    let outcome = '';
    for (let attempt = 0; attempt < ATTEMPTS && ms > SHORT_MS; attempt++) {
      await watcher.readAndReset();
      outcome = await run();
      ms = Math.min(ms, await watcher.readAndReset());
    }
    delays.push({ name, ms: Math.round(ms), outcome });
    console.log(`${Math.round(ms)} ms ${name} (${outcome})`);
  };
  try {
    for (const [index, [name, write]] of Object.entries(SOURCES).entries()) {
      if (!isChosen(name)) continue;
      const body = gzipSync(write());
      const path = `/source-${index}`;
      site.pages[path] = () => new Response(body, { headers: { 'content-encoding': 'gzip' } });
      const { id } = await send('POST', 'sources', {
        name,
        url: `http://127.0.0.1:${site.port}${path}`,
        trusted: false,
        defaults: { sport_type: 'Löpning', distances: '10 km', landskap: null },
      });
      await measure(name, async () => {
        const { code, found } = await send('POST', `sources/${id}/fetch`);
        return String(code ?? `${found} found`);
      });
      await send('DELETE', `sources/${id}`);
    }
    for (const [index, [name]] of robots.entries()) {
      const url = `http://127.0.0.1:${robotSites[index]?.port}/${'a'.repeat(1900)}`;
      await makeEvent(product.database.db, { race_link: url });
      // Listing the links adds that of the new event.
      const links = await send<{ id: string; url: string }[]>('GET', 'links?status=unchecked');
      const link = links.find((one) => one.url === url);
      if (!link) throw new Error(`The link of ${name} is not listed.`);
      await measure(name, async () => {
        const { checked } = await send('POST', 'links/check', { id: link.id });
        return `${checked} checked`;
      });
    }
    return delays;
  } finally {
    await watcher.stop();
    await product.stop();
    for (const one of [site, ...robotSites]) one.stop();
  }
}

export const describeForeign = (delays: readonly ForeignDelay[]): string =>
  delays.map(({ name, ms, outcome }) => `${ms} ms ${name} (${outcome})`).join('; ');
