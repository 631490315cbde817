import { eq, inArray } from 'drizzle-orm';
import { auditLog, events } from '#db/schema/index.ts';
import { sendImport } from '#tests/support/imports.ts';
import { CROWD, type Round, repeatCall } from './arena.ts';

const EVENT = { event_date: '2099-06-01', sport_type: 'Löpning', distances: '10 km' };

const fileOf = (names: string[]) =>
  new TextEncoder().encode(
    [
      'event_date,event_name,distances,sport_type',
      ...names.map((name) => `${EVENT.event_date},${name},${EVENT.distances},${EVENT.sport_type}`),
    ].join('\n'),
  );

/**
 * Each event of the file is stored once. Every third round imports with `update`, so that all imports write the same.
 * Another third creates the same event by hand meanwhile, which admins may do although it is a duplicate.
 */
export const imports: Round = async ({ db, sendAtOnce, admins, appOf }, verdict, turn) => {
  const baseName = Bun.randomUUIDv7();
  const variant = (['file', 'beside', 'update'] as const)[turn % 3];
  const names = variant === 'beside' ? [baseName] : [1, 2, 3].map((number) => `${baseName} ${number}`);
  const crowd = variant === 'beside' ? CROWD / 2 : CROWD;
  const importRequests = Array.from({ length: crowd }, (_, index) =>
    sendImport(appOf(index).url, admins[index % 2] ?? admins[0], fileOf(names), {
      name: `${baseName}.csv`,
      query: variant === 'update' ? '?update=true' : '',
    }),
  );
  const manualResponses =
    variant === 'beside'
      ? await sendAtOnce(
          repeatCall(CROWD / 2, 'admin.events.create', admins[0], { ...EVENT, event_name: baseName }),
          turn,
        )
      : [];
  verdict.checkStatuses(manualResponses, [200]);
  const importResponses = await Promise.all(importRequests);
  verdict.checkStatuses(
    importResponses.map(({ status, headers, body }) => ({ status, headers, body: { ...body } })),
    [200],
  );
  const imported = importResponses.reduce((sum, { body }) => sum + (body.imported_count ?? 0), 0);
  const created = manualResponses.filter(({ status }) => status === 200).length;
  const rows = await db.select().from(events).where(inArray(events.event_name, names));
  const fileRowCount = names.length;
  verdict.check(
    variant === 'update' || imported <= fileRowCount,
    `${imported} rows imported from a file of ${fileRowCount}`,
  );
  verdict.check(
    variant === 'beside' || imported >= fileRowCount,
    `${imported} rows imported from a file of ${fileRowCount}`,
  );
  verdict.count(rows.length, created + Math.min(imported, fileRowCount), 'events');
  const auditEntries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.record_name, `${baseName}.csv: ${fileRowCount} evenemang`));
  const successful = importResponses.filter(({ body }) => body.imported_count > 0).length;
  verdict.count(auditEntries.length, successful, 'audit entries');
};
