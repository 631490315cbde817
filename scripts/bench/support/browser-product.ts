// The product as it is started, with as many events as a bench asks for, for a browser to visit.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import gazetteer from '../../../src/features/events/places/gazetteer.generated.json';
import { addDaysTo, dayInStockholm } from '../../../src/shared/dates';

const ROOT = join(import.meta.dir, '../../..');
const ADMIN = { username: 'bench', password: 'Mattstock2027' };

export type BrowserProduct = { url: string; stop: () => Promise<void> };

/** Starts it on a folder and a port of its own, with the demonstration's banners and `count` events in all. */
export async function startBrowserProduct(count: number): Promise<BrowserProduct> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-browser-'));
  const child = Bun.spawn([process.execPath, join(ROOT, 'scripts/start.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: dir,
      DEMO: '1',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await child.exited;
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const url = await readyUrl(child.stderr);
    await fill(url, count);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Reads on after it is ready: a full pipe would hold the product up. */
function readyUrl(said: ReadableStream<Uint8Array>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let log = '';
  (async () => {
    for await (const chunk of said) {
      if (log.length < 1e5) log += new TextDecoder().decode(chunk);
      const url = /"url":"([^"]+)"/.exec(log)?.[1];
      if (url) resolve(url);
    }
    reject(new Error(`The product ended before it was ready:\n${log}`));
  })().catch(reject);
  return promise;
}

async function fill(url: string, count: number): Promise<void> {
  const listed = (await (await fetch(`${url}/api/events`)).json()) as unknown[];
  const login = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const body = new FormData();
  body.append('file', new File([manyEvents(count - listed.length)], 'events.csv', { type: 'text/csv' }));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/admin/events/import`, { method: 'POST', headers, body });
  const { imported_count } = (await answer.json()) as { imported_count?: number };
  const stored = (await (await fetch(`${url}/api/events`)).json()) as unknown[];
  if (stored.length !== count)
    throw new Error(`${imported_count} imported, ${stored.length} of ${count} stored.`);
}

const SPORTS: [sport: string, distances: string[]][] = [
  ['Löpning', ['5 km', '10 km', '21,1 km', '42,2 km', '5 km, 10 km', '10 km, 21,1 km']],
  ['Löpning trail', ['12 km', '25 km, 50 km', '90 km', '7 km, 14 km, 30 km']],
  ['Cykel landsväg', ['100 km, 315 km', '70 km', '45 km, 120 km']],
  ['Cykel MTB', ['32 km, 45 km, 94 km', '30 km']],
  ['Längdskidor', ['45 km, 90 km', '30 km', '10 km']],
  ['Simning', ['1,5 km, 3 km', '10 km']],
  ['Swimrun', ['20 km', '35 km']],
  ['Triathlon', ['Sprint, Olympisk', '113 km', '226 km']],
];
const NAMES = ['loppet', 'varvet', 'klassikern', 'rundan', 'milen', 'halvmaran', 'stafetten', 'utmaningen'];

/** Over the towns of the gazetteer and the days from four months ago to a year and two months ahead. */
function manyEvents(count: number): string {
  const towns = Object.entries(gazetteer.landskap).flatMap(([landskap, { places }]) =>
    places.map(([town]) => ({ landskap, town: String(town) })),
  );
  const today = dayInStockholm(new Date());
  const rows = Array.from({ length: count }, (_, index) => {
    // Strides without a common factor: neighbours in time are far apart on the map.
    const { landskap, town } = towns[(index * 37) % towns.length] ?? { landskap: '', town: '' };
    const [sport, distances] = SPORTS[(index * 5 + (index >> 3)) % SPORTS.length] ?? ['', []];
    const day = addDaysTo(today, ((index * 101) % 545) - 120);
    const slug = `https://lopp-${index}.example`;
    return [
      day,
      `${town}${NAMES[(index * 3) % NAMES.length]} ${(index % 60) + 1}`,
      `"${distances[index % distances.length]}"`,
      sport,
      town,
      landskap,
      slug,
      day < today ? `${slug}/resultat` : '',
      index % 3 ? '' : `${town} IF`,
    ].join();
  });
  return `event_date,event_name,distances,sport_type,ort,landskap,race_link,result_link,organizer\n${rows.join('\n')}\n`;
}
