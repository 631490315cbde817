import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as schema from '../../db/schema';
import { composers } from '../../src/mails';
import { matchChanges } from '../../src/features/watches/matching/service';
import { queueNews } from '../../src/features/watches/news/service';
import type { BackgroundContext } from '../../src/platform/context';
import { type TestApp, testApp } from '../support/app';
import { call } from '../support/call';
import { makeEvent, makeMember } from '../support/content';
import { TRANSPORTS } from '../support/transports';

let app: TestApp;
let now = new Date('2027-01-15T12:00:00Z');
const ctx = () => ({ ...app.context, siteUrl: 'https://lopp.example' });
const db = () => app.context.database.db;
beforeAll(async () => {
  app = await testApp({ now: () => now });
});
afterAll(() => app.stop());

test('smoke', async () => {
  const member = await makeMember(db());
  const event = await makeEvent(db(), { event_name: 'Vasaloppet', event_date: '2027-03-07', landskap: 'Dalarna' });
  await matchChanges(app.context);
  const r = await app.api('POST /watches', { body: { kind: 'event', event_id: event.id, cadence: 'direct' }, headers: { authorization: `Bearer ${member.token}` } });
  console.log(r.status, r.body);
  const r2 = await app.api('POST /watches', { body: { kind: 'search', query: 'landskap=Dalarna&q=vasa&sort=', cadence: 'daily', email: 'Vis@xexempel.se' } });
  console.log(r2.status, r2.body);
  const [row] = await db().select().from(schema.outbox);
  const mail = await composers['watch.confirm']!(ctx(), row!.about, { attempts: 1 });
  console.log(mail);
  const token = mail!.button.url.split('/').at(-1);
  const r3 = await app.api(`POST /watches/confirm/${token}`, {});
  console.log(r3.status, r3.body);
  await db().update(schema.events).set({ event_date: '2027-03-14', status: 'postponed' }).where(eq(schema.events.id, event.id));
  await matchChanges(app.context);
  console.log(await db().select().from(schema.watchNews));
  await queueNews(app.context);
  now = new Date('2027-01-16T07:00:00Z');
  await queueNews(app.context);
  for (const row of await db().select().from(schema.outbox).where(eq(schema.outbox.kind, 'watch.news')))
    console.log(JSON.stringify(await composers['watch.news']!(ctx(), row.about, { attempts: 1 }), null, 1));
  const list = await app.api(`GET /watches/${(r3.body as any).manage_token}`);
  console.log(list.status, list.body);
});
