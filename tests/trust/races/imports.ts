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
 * Each event of the file is stored once. Every third round uses `update`: then all imports write the same. Another
 * third creates the same event by hand meanwhile, which admins may do although it is a duplicate.
 */
export const imports: Round = async ({ db, rush, admins, appOf }, verdict, turn) => {
  const stem = Bun.randomUUIDv7();
  const variant = (['file', 'beside', 'update'] as const)[turn % 3];
  const names = variant === 'beside' ? [stem] : [1, 2, 3].map((number) => `${stem} ${number}`);
  const crowd = variant === 'beside' ? CROWD / 2 : CROWD;
  const sending = Array.from({ length: crowd }, (_, place) =>
    sendImport(appOf(place).url, admins[place % 2] ?? admins[0], fileOf(names), {
      name: `${stem}.csv`,
      query: variant === 'update' ? '?update=true' : '',
    }),
  );
  const byHand =
    variant === 'beside'
      ? await rush(times(CROWD / 2, 'admin.events.create', admins[0], { ...EVENT, event_name: stem }), turn)
      : [];
  verdict.checkStatuses(byHand, [200]);
  const sent = await Promise.all(sending);
  verdict.checkStatuses(
    sent.map(({ status, headers, body }) => ({ status, headers, body: { ...body } })),
    [200],
  );
  const imported = sent.reduce((sum, { body }) => sum + (body.imported_count ?? 0), 0);
  const made = byHand.filter(({ status }) => status === 200).length;
  const rows = await db.select().from(events).where(inArray(events.event_name, names));
  const most = names.length;
  verdict.check(variant === 'update' || imported <= most, `${imported} rows imported from a file of ${most}`);
  verdict.check(variant === 'beside' || imported >= most, `${imported} rows imported from a file of ${most}`);
  verdict.count(rows.length, made + Math.min(imported, most), 'events');
  const acts = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.record_name, `${stem}.csv: ${most} evenemang`));
  const successful = sent.filter(({ body }) => body.imported_count > 0).length;
  verdict.count(acts.length, successful, 'audit entries');
};
