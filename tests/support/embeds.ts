import { afterAll, afterEach, beforeAll } from 'bun:test';
import { accounts, events, raceAddresses, series } from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { makeAdmin } from './content.ts';
import { type PagesApp, pagesApp } from './rendered-pages.ts';

export const RACE = {
  event_name: 'Vasaloppet',
  event_date: '2027-03-07',
  sport_type: 'Längdskidor',
  distances: '90 km',
  ort: 'Mora',
  landskap: 'Dalarna',
};

/**
 * For a whole file: an app that is empty before each test, and the events that an admin makes. Options as in
 * {@link pagesApp}.
 */
export function embedsApp(options: Parameters<typeof pagesApp>[0] = {}) {
  let app: PagesApp;
  let admin: Awaited<ReturnType<typeof makeAdmin>>;
  beforeAll(async () => {
    app = await pagesApp(options);
    admin = await makeAdmin(app.db);
  });
  afterEach(async () => {
    app.setNow();
    for (const table of [accounts, events, raceAddresses, series]) await app.db.delete(table);
  });
  afterAll(() => app.stop());
  return {
    app: () => app,
    admin: () => admin,
    create: async (row = {}) =>
      (await app.api<AdminEvent>('POST /admin/events', { ...admin, body: { ...RACE, ...row } })).body,
    fetchStatus: async (path: string) => (await app.get(path)).status,
  };
}

/** What a visitor of the frame reads. */
export const textOf = (html: string) =>
  html
    .replace(/<style>[\s\S]*?<\/style>|<script>[\s\S]*?<\/script>|<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');

export const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
