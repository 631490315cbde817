import type { Browser } from 'playwright-core';
import { isWebUrl } from '#src/shared/web-url.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { makeAdmin, makeEvent, makeMember } from '#tests/support/content.ts';
import { workbook } from '#tests/support/event-files.ts';
import { isHarmless } from '#tests/support/hostile-html.ts';
import { sendImport } from '#tests/support/imports.ts';
import { threadPath } from '#tests/support/inbox.ts';
import { sendPayloadsThroughBackup } from './backup.ts';
import { hostileConfigurations } from './configuration.ts';
import { checkMailMarkup, findHeaderProblems, layoutsWithPayloads, sendMails } from './mails.ts';
import { PayloadPlanter, URL_ONLY_NUMBER } from './payloads.ts';
import { plantRows, plantSingletons } from './rows.ts';
import { CLIENT, storageOf } from './site.ts';
import { type ApiResults, csvOf, hostileGrid, sendAll } from './through-api.ts';
import { hostilePortal, portalDialogs, portalTabs, watchesInPortal } from './tour-admin.ts';
import { memberPages, visitInbox } from './tour-market.ts';
import { dataAsDocuments, hostileAddresses, visitorPages } from './tour-public.ts';
import { type Findings, newFindings, openWindow, type Window } from './watch.ts';
import { plantWatches, WATCHER } from './watches.ts';

type Size = {
  payloads: readonly string[];
  /** Inserted records of each kind. Every field starts with another payload. */
  rows: number;
  /** Dialogs of each kind, configurations and reloaded URLs, and payloads shown in an info box. */
  dialogs: number;
  configurations: number;
  reloadedUrls: number;
  payloadsPerInfoBox: number;
  /** Every nth payload is sent through the API, in mails and in URLs. */
  payloadInterval: number;
};

export type HostileUseReport = {
  findings: Findings;
  planter: PayloadPlanter;
  sent: ApiResults;
  mails: number;
  headerFaults: string[];
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

export async function hostileUse(browser: Browser, size: Size): Promise<HostileUseReport> {
  const findings = newFindings();
  const planter = new PayloadPlanter(size.payloads, size.rows);
  const recordNumbers = [...size.payloads.keys()].filter((at) => at % size.payloadInterval === 0);
  const sampledPayloads = recordNumbers.map((at) =>
    (size.payloads[at] ?? '').replaceAll('§', URL_ONLY_NUMBER),
  );
  // Code that runs on the server runs in this process.
  Object.assign(globalThis, { hit: (what: unknown) => findings.ran.push(`on the server: hit(${what})`) });
  const app = await testApp({ client: CLIENT, mail: true });
  try {
    const { sent, rows, admin, seller, watchToken } = await plantAll(app, planter, recordNumbers);
    const mayShow = (url: string) =>
      allowedImageUrls(planter).has(url) || url.startsWith('https://banner.invalid/');
    const open = (options = {}) => openWindow(browser, app.url, findings, { mayShow, ...options });
    const asVisitor = async () => {
      const visitor = await open();
      await visitorPages(visitor);
      await visitor.open(`/bevakning/${watchToken}`, '.watch-card li');
      const boxes = await infoBoxes(visitor, app, planter, size.payloadsPerInfoBox);
      await visitor.close();
      return boxes;
    };
    const atAddresses = async () => {
      // An instance without content renders faster, and payloads in URLs have the same effect.
      const emptyInstance = await testApp({ client: CLIENT });
      const visitor = await openWindow(browser, emptyInstance.url, findings);
      await hostileAddresses(visitor, sampledPayloads, size.reloadedUrls);
      await dataAsDocuments(visitor, PUBLIC_DATA, sampledPayloads.slice(0, size.reloadedUrls));
      await visitor.close();
      await emptyInstance.stop();
      await hostileConfigurations(browser, app, planter, findings, size.configurations);
    };
    const asMember = async () => {
      const member = await open({ storage: storageOf(rows.me) });
      const thread = threadPath({ id: rows.own[0]?.id ?? '' }, { id: rows.people[0]?.id ?? '' });
      await memberPages(member, thread, size.dialogs);
      await member.close();
      const other = await open({ storage: storageOf(seller) });
      await visitInbox(other, size.dialogs);
      await other.close();
    };
    const asAdmin = async () => {
      const portal = await open({ storage: { adminToken: admin.token } });
      const name = `${sampledPayloads[0]?.replace(/[/\0]/g, '_')}.csv`;
      await portalTabs(portal, app.context.database.db, size.dialogs);
      await watchesInPortal(portal, WATCHER);
      await portalDialogs(
        portal,
        { name, csv: csvOf(hostileGrid(planter, 'import.seen')) },
        size.payloads.length,
      );
      await hostilePortal(portal, sampledPayloads.slice(0, size.reloadedUrls));
      await portal.close();
      const reader = await open({ extraHTTPHeaders: admin.headers });
      const data = ADMIN_DATA.map((path) => `/api/admin/${path}`);
      await dataAsDocuments(reader, data, []);
      await reader.close();
    };
    const [boxes] = await Promise.all([asVisitor(), atAddresses(), asMember(), asAdmin()]);
    const mailResult = await checkMails(app, browser, planter, findings, recordNumbers);
    return { findings, planter, sent, mails: mailResult.count, headerFaults: mailResult.headerFaults, boxes };
  } finally {
    await app.stop();
    Reflect.deleteProperty(globalThis, 'hit');
  }
}

async function plantAll(app: TestApp, planter: PayloadPlanter, recordNumbers: number[]) {
  const { db } = app.context.database;
  const admin = await makeAdmin(db, { username: 'vera' });
  const owner = await makeMember(db, { full_name: 'Anna' });
  const other = await makeMember(db, { full_name: 'Bo' });
  const event = await makeEvent(db, { event_name: 'Provloppet', distances: ['10 km'] });
  const fixtures = {
    admin,
    owner,
    other,
    event,
    registrations: Math.min(60, Math.ceil(planter.payloads.length / 10)),
  };
  // The backup changes these records; later ones stay as they were sent.
  const seeds = await sendAll(app, planter, {
    ...fixtures,
    recordNumbers: recordNumbers.slice(0, BACKUP_RECORDS),
  });
  await sendPayloadsThroughBackup(app, admin.headers, planter, seeds);
  // Restored accounts are logged out, so later calls use new members.
  const [seller, buyer] = [await makeMember(db), await makeMember(db)];
  const sent = await sendAll(app, planter, { ...fixtures, owner: seller, other: buyer, recordNumbers });
  for (const count of ['accepted', 'refused'] as const) sent[count] += seeds[count];
  sent.problems.push(...seeds.problems);
  for (const [fieldPrefix, uploadName, bytes] of [
    [
      'import.csv',
      planter.payloadFor('import.file.name', 0).replaceAll('/', '_'),
      new TextEncoder().encode(csvOf(hostileGrid(planter, 'import.csv', recordNumbers))),
    ],
    [
      'import.xlsx',
      planter.payloadFor('import.file.name', 1).replaceAll('/', '_'),
      workbook(hostileGrid(planter, 'import.xlsx', recordNumbers), 'xlsx'),
    ],
  ] as const) {
    const { status } = await sendImport(app.url, admin, bytes, {
      name: `${uploadName}.${fieldPrefix.slice(7)}`,
    });
    if (status !== 200) sent.problems.push(`${fieldPrefix}: ${status}`);
  }
  const rows = await plantRows(db, planter);
  const eventIds = rows.events.map(({ id }) => id);
  const watchToken = await plantWatches(app, planter, { user_id: rows.me.id, eventIds });
  return { sent, rows, admin, seller, watchToken };
}

/** Banners may load images over https. */
let shown: Set<string> | undefined;
function allowedImageUrls(planter: PayloadPlanter): Set<string> {
  if (shown) return shown;
  const fields = [
    'banners.external_url',
    'banners.file_url',
    'api.banner.external_url',
    'api.banner.file_url',
  ];
  const all = fields.flatMap((field) =>
    planter.payloads.map((_, at) => planter.payloadFor(field, at).trim()),
  );
  shown = new Set(
    all
      .filter(isWebUrl)
      .flatMap((url) => [url, URL.parse(url)?.href ?? ''])
      .flatMap((url) => [url, `${url}#t=0.5`]),
  );
  return shown;
}

/** Opens the mails, some with a hostile layout, in a page without a policy. */
async function checkMails(
  app: TestApp,
  browser: Browser,
  planter: PayloadPlanter,
  findings: Findings,
  recordNumbers: readonly number[],
) {
  const all = await sendMails(app, planter, recordNumbers);
  const headerFaults = all.flatMap((mail) =>
    findHeaderProblems(mail).map((fault) => `${mail.subject}: ${fault}`),
  );
  const window = await openWindow(browser, app.url, findings);
  await checkMailMarkup(
    window.page,
    [...all.map(({ html = '' }) => html), ...layoutsWithPayloads(planter, app.url)],
    app.url,
    findings,
  );
  await window.close();
  // Delete the accounts and ads of the mails, so that they do not affect later steps.
  await app.sql`delete from marketplace_users where email like 'mail%'`;
  return { count: all.length, headerFaults };
}

/** Shows each payload as stored directly and as sanitized by the server. */
async function infoBoxes(
  window: Window,
  app: TestApp,
  planter: PayloadPlanter,
  payloadsPerInfoBox: number,
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
  for (let at = 0; at < planter.payloads.length; at += payloadsPerInfoBox) {
    await plantSingletons(db, planter, at);
    const recordIndexes = Array.from(
      { length: Math.min(payloadsPerInfoBox, planter.payloads.length - at) },
      (_, more) => at + more,
    );
    const stored = recordIndexes
      .map((one) => planter.payloadFor('settings.info_box_warning', one))
      .join('\n');
    await app.sql`update marketplace_settings set info_box_warning = ${`Akta: ${stored}`}`;
    await show();
    await window.navigate('/contact', '.contact-details');
    const warnings = recordIndexes.map((one) =>
      planter.payloadFor('api.settings.warning', one).slice(0, 5000),
    );
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
