import { beforeEach } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements, auditLog, events } from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { call } from './call.ts';
import { makeAdmin } from './content.ts';
import { appOfFile } from './of-file.ts';

export const transport = 'rest';

export const NOW = '2027-01-15T09:00:00.000Z';
export const MORA = { latitude: 61.007, longitude: 14.543 };
export const MANUAL_COORDINATES = { latitude: 61.2, longitude: 14.1 };

export const FULL_INPUT = {
  event_name: ' Vasaloppet ',
  event_date: '2027-03-07',
  event_end_date: '2027-03-08',
  sport_type: 'längdskidor',
  distances: '90 km,45 km, 42,2 km',
  ort: 'Mora',
  landskap: 'dalarna',
  address: 'Vasagatan 1',
  race_link: 'https://vasaloppet.se',
  result_link: 'https://resultat.example',
  organizer: 'IFK Mora',
  additional_fields: [{ label: 'Startavgift', value: '1 295 SEK' }],
  banner_text: 'Fullbokat',
  banner_start_date: '2027-01-10T08:00',
  banner_end_date: '2027-07-10T08:00',
  banner_color: 'blue',
};
export const MINIMAL_INPUT = {
  event_name: 'Loppet',
  event_date: '2027-05-22',
  sport_type: 'Löpning',
  distances: '10 km',
};
export const auditEntry = (action: string, { id, event_name }: { id: string; event_name: string }) => [
  'vera',
  action,
  id,
  event_name,
  NOW,
];

/** An app with an admin of events. */
export async function openAdminEventWorld() {
  const app = await appOfFile({ now: () => new Date(NOW) });
  const admin = await makeAdmin(app.db, { username: 'vera' });
  beforeEach(async () => {
    await Promise.all([app.db.delete(announcements), app.db.delete(events), app.db.delete(auditLog)]);
  });

  const loadAuditEntries = async () =>
    (await app.db.select().from(auditLog).orderBy(auditLog.id)).map(
      ({ admin, action, record_id, record_name, created_at }) => [
        admin,
        action,
        record_id,
        record_name,
        created_at,
      ],
    );
  const loadEvent = async (id: string) => (await app.db.select().from(events).where(eq(events.id, id)))[0];

  const operation =
    <Body>(verb: string) =>
    (input?: Record<string, unknown>) =>
      call<Body>(app, transport, `admin.events.${verb}`, admin, input);
  const list = operation<AdminEvent[]>('list');
  const create = operation<AdminEvent>('create');
  const update = operation<AdminEvent>('update');
  const remove = operation('delete');
  const reset = operation<AdminEvent>('resetCoordinates');

  return {
    admin,
    app,
    create,
    list,
    loadAuditEntries,
    loadEvent,
    remove,
    reset,
    update,
  };
}
