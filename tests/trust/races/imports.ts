import { eq, inArray } from 'drizzle-orm';
import { auditLog, events } from '../../../db/schema';
import { sendImport } from '../../support/imports';
import { CROWD, type Round, times } from './arena';

const EVENT = { event_date: '2099-06-01', sport_type: 'Löpning', distances: '10 km' };

const fileOf = (names: string[]) =>
  new TextEncoder().encode(
    [
      'event_date,event_name,distances,sport_type',
      ...names.map((name) => `${EVENT.event_date},${name},${EVENT.distances},${EVENT.sport_type}`),
    ].join('\n'),
  );

/**
 * One file imported by many: each of its events is stored once. In every third round with `update`, when all of them
 * write the same; in another while admins put the same event on the calendar by hand, which is theirs to decide (D15).
 */
export const imports: Round = async ({ db, rush, admins, appOf }, verdict, turn) => {
  const stem = Bun.randomUUIDv7();
  const way = (['file', 'beside', 'update'] as const)[turn % 3];
  const names = way === 'beside' ? [stem] : [1, 2, 3].map((number) => `${stem} ${number}`);
  const crowd = way === 'beside' ? CROWD / 2 : CROWD;
  const sending = Array.from({ length: crowd }, (_, place) =>
    sendImport(appOf(place).url, admins[place % 2] ?? admins[0], fileOf(names), {
      name: `${stem}.csv`,
      query: way === 'update' ? '?update=true' : '',
    }),
  );
  const byHand =
    way === 'beside'
      ? await rush(times(CROWD / 2, 'admin.events.create', admins[0], { ...EVENT, event_name: stem }), turn)
      : [];
  verdict.answers(byHand, [200]);
  const sent = await Promise.all(sending);
  verdict.answers(
    sent.map(({ status, headers, body }) => ({ status, headers, body: { ...body } })),
    [200],
  );
  const imported = sent.reduce((sum, { body }) => sum + (body.imported_count ?? 0), 0);
  const made = byHand.filter(({ status }) => status === 200).length;
  const rows = await db.select().from(events).where(inArray(events.event_name, names));
  const most = names.length;
  verdict.check(way === 'update' || imported <= most, `${imported} rows imported of a file of ${most}`);
  verdict.check(way === 'beside' || imported >= most, `${imported} rows imported of a file of ${most}`);
  verdict.count(rows.length, made + Math.min(imported, most), 'events');
  const acts = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.record_name, `${stem}.csv: ${most} evenemang`));
  const acted = sent.filter(({ body }) => body.imported_count > 0).length;
  verdict.count(acts.length, acted, 'entries');
};
