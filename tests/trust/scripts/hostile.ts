import type { Browser } from 'playwright-core';
import { isWebUrl } from '../../../src/shared/web-url';
import { type TestApp, testApp } from '../../support/app';
import { makeAdmin, makeEvent, makeMember } from '../../support/content';
import { workbook } from '../../support/event-files';
import { isHarmless } from '../../support/hostile-html';
import { sendImport } from '../../support/imports';
import { threadPath } from '../../support/inbox';
import { throughBackup } from './backup';
import { hostileConfigurations } from './configuration';
import { faultsOfHead, framesOf, readAll, sendMails } from './mails';
import { NOWHERE, PayloadPlanter } from './payloads';
import { sowRows, sowSingles } from './rows';
import { CLIENT, storageOf } from './site';
import { csvOf, hostileGrid, type Sent, sendAll } from './through-api';
import { hostilePortal, portalDialogs, portalTabs } from './tour-admin';
import { inboxOf, memberPages } from './tour-market';
import { dataAsDocuments, hostileAddresses, visitorPages } from './tour-public';
import { newWatch, openWindow, type Watched, type Window } from './watch';

type Size = {
  list: readonly string[];
  /** Inserted records of each kind. Every field starts with another payload. */
  rows: number;
  /** Dialogs of each kind, configurations and reloaded URLs, and payloads shown in the info box at once. */
  dialogs: number;
  configurations: number;
  anew: number;
  together: number;
  /** Every nth payload is sent through the API, in mails and in URLs. */
  every: number;
};

export type Hostile = {
  watch: Watched;
  sow: PayloadPlanter;
  sent: Sent;
  mails: number;
  headFaults: string[];
  boxes: number;
};

const PUBLIC_DATA = [
  '/api/events',
  '/api/events/coordinates',
  '/api/banners',
  '/api/contact/info',
  '/api/marketplace/settings',
  '/api/marketplace/announcements',
  '/api/openapi.json',
  '/api/docs',
];
const ADMIN_DATA = [
  'events/submissions',
  'marketplace/announcements',
  'marketplace/users',
  'marketplace/reports',
  'banners',
  'contact/messages',
  'audit',
];

const BACKUP_RECORDS = 8;

export async function hostileUse(browser: Browser, size: Size): Promise<Hostile> {
  const watch = newWatch();
  const sow = new PayloadPlanter(size.list, size.rows);
  const records = [...size.list.keys()].filter((at) => at % size.every === 0);
  const some = records.map((at) => (size.list[at] ?? '').replaceAll('§', NOWHERE));
  // Code that runs on the server runs in this process.
  Object.assign(globalThis, { hit: (what: unknown) => watch.ran.push(`on the server: hit(${what})`) });
  const app = await testApp({ client: CLIENT, mail: true });
  try {
    const { sent, rows, admin, seller } = await sowAll(app, sow, records);
    const mayShow = (url: string) =>
      shownAddresses(sow).has(url) || url.startsWith('https://banner.invalid/');
    const open = (options = {}) => openWindow(browser, app.url, watch, { mayShow, ...options });
    const asVisitor = async () => {
      const visitor = await open();
      await visitorPages(visitor);
      const boxes = await infoBoxes(visitor, app, sow, size.together);
      await visitor.close();
      return boxes;
    };
    const atAddresses = async () => {
      // An instance without content renders faster, and payloads in URLs have the same effect.
      const bare = await testApp({ client: CLIENT });
      const visitor = await openWindow(browser, bare.url, watch);
      await hostileAddresses(visitor, some, size.anew);
      await dataAsDocuments(visitor, PUBLIC_DATA, some.slice(0, size.anew));
      await visitor.close();
      await bare.stop();
      await hostileConfigurations(browser, app, sow, watch, size.configurations);
    };
    const asMember = async () => {
      const member = await open({ storage: storageOf(rows.me) });
      const thread = threadPath({ id: rows.own[0]?.id ?? '' }, { id: rows.people[0]?.id ?? '' });
      await memberPages(member, thread, size.dialogs);
      await member.close();
      const other = await open({ storage: storageOf(seller) });
      await inboxOf(other, size.dialogs);
      await other.close();
    };
    const asAdmin = async () => {
      const portal = await open({ storage: { adminToken: admin.token } });
      const name = `${some[0]?.replace(/[/\0]/g, '_')}.csv`;
      await portalTabs(portal, app.context.database.db, size.dialogs);
      await portalDialogs(portal, { name, csv: csvOf(hostileGrid(sow, 'import.seen')) }, size.list.length);
      await hostilePortal(portal, some.slice(0, size.anew));
      await portal.close();
      const reader = await open({ extraHTTPHeaders: admin.headers });
      const data = ADMIN_DATA.map((path) => `/api/admin/${path}`);
      await dataAsDocuments(reader, data, []);
      await reader.close();
    };
    const [boxes] = await Promise.all([asVisitor(), atAddresses(), asMember(), asAdmin()]);
    const mailed = await mails(app, browser, sow, watch, records);
    return { watch, sow, sent, mails: mailed.count, headFaults: mailed.headFaults, boxes };
  } finally {
    await app.stop();
    Reflect.deleteProperty(globalThis, 'hit');
  }
}

async function sowAll(app: TestApp, sow: PayloadPlanter, records: number[]) {
  const { db } = app.context.database;
  const admin = await makeAdmin(db, { username: 'vera' });
  const owner = await makeMember(db, { full_name: 'Anna' });
  const other = await makeMember(db, { full_name: 'Bo' });
  const event = await makeEvent(db, { event_name: 'Provloppet', distances: ['10 km'] });
  const who = { admin, owner, other, event, registrations: Math.min(60, Math.ceil(sow.list.length / 10)) };
  // The backup changes these records; later ones stay as they were sent.
  const seeds = await sendAll(app, sow, { ...who, records: records.slice(0, BACKUP_RECORDS) });
  await throughBackup(app, admin.headers, sow, seeds);
  // Restored accounts are logged out, so later calls use new members.
  const [seller, buyer] = [await makeMember(db), await makeMember(db)];
  const sent = await sendAll(app, sow, { ...who, owner: seller, other: buyer, records });
  for (const count of ['taken', 'refused'] as const) sent[count] += seeds[count];
  sent.failed.push(...seeds.failed);
  for (const [of, name, bytes] of [
    [
      'import.csv',
      sow.in('import.file.name', 0).replaceAll('/', '_'),
      new TextEncoder().encode(csvOf(hostileGrid(sow, 'import.csv', records))),
    ],
    [
      'import.xlsx',
      sow.in('import.file.name', 1).replaceAll('/', '_'),
      workbook(hostileGrid(sow, 'import.xlsx', records), 'xlsx'),
    ],
  ] as const) {
    const { status } = await sendImport(app.url, admin, bytes, { name: `${name}.${of.slice(7)}` });
    if (status !== 200) sent.failed.push(`${of}: ${status}`);
  }
  const rows = await sowRows(db, sow);
  return { sent, rows, admin, seller };
}

/** Banners may load images over https. */
let shown: Set<string> | undefined;
function shownAddresses(sow: PayloadPlanter): Set<string> {
  if (shown) return shown;
  const fields = [
    'banners.external_url',
    'banners.file_url',
    'api.banner.external_url',
    'api.banner.file_url',
  ];
  const all = fields.flatMap((field) => sow.list.map((_, at) => sow.in(field, at).trim()));
  shown = new Set(
    all
      .filter(isWebUrl)
      .flatMap((url) => [url, URL.parse(url)?.href ?? ''])
      .flatMap((url) => [url, `${url}#t=0.5`]),
  );
  return shown;
}

/** Opens the mails, some with a hostile layout, in a page without a policy. */
async function mails(
  app: TestApp,
  browser: Browser,
  sow: PayloadPlanter,
  watch: Watched,
  records: readonly number[],
) {
  const all = await sendMails(app, sow, records);
  const headFaults = all.flatMap((mail) => faultsOfHead(mail).map((fault) => `${mail.subject}: ${fault}`));
  const window = await openWindow(browser, app.url, watch);
  await readAll(
    window.page,
    [...all.map(({ html = '' }) => html), ...framesOf(sow, app.url)],
    app.url,
    watch,
  );
  await window.close();
  // Delete the accounts and ads of the mails, so that they do not affect later steps.
  await app.sql`delete from marketplace_users where email like 'mail%'`;
  return { count: all.length, headFaults };
}

/** Shows each payload as stored directly and as sanitized by the server. */
async function infoBoxes(
  window: Window,
  app: TestApp,
  sow: PayloadPlanter,
  together: number,
): Promise<number> {
  const { db } = app.context.database;
  const admin = await makeAdmin(db, { username: 'siv' });
  let boxes = 0;
  const show = async () => {
    boxes++;
    await window.open('/marketplace', '.market-head, h1');
    await window.page.locator('.info-box').waitFor();
    await window.look();
  };
  for (let at = 0; at < sow.list.length; at += together) {
    await sowSingles(db, sow, at);
    const several = Array.from({ length: Math.min(together, sow.list.length - at) }, (_, more) => at + more);
    const stored = several.map((one) => sow.in('settings.info_box_warning', one)).join('\n');
    await app.sql`update marketplace_settings set info_box_warning = ${`Akta: ${stored}`}`;
    await show();
    await window.turn('/contact', 'form');
    const warnings = several.map((one) => sow.in('api.settings.warning', one).slice(0, 5000));
    for (const info_box_warning of warnings) {
      const body = { info_box_title: 'Så', info_box_steps: ['Ett'], info_box_warning };
      const { status } = await app.api('PUT /admin/marketplace/settings', { headers: admin.headers, body });
      const [row] = await app.sql<
        { warning: string }[]
      >`select info_box_warning as warning from marketplace_settings`;
      if (status === 200 && !isHarmless(row?.warning ?? ''))
        window.report(`the server stored ${row?.warning.slice(0, 200)}`);
    }
  }
  await show();
  return boxes;
}
