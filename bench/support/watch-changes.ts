import type { Sql } from '#src/platform/database.ts';

/** Changes a random race or ad, and queues the change for the watches. */
type Kind = { name: string; change: (sql: Sql) => PromiseLike<unknown> };

const RANDOM_RACE = `(select id from events where event_date > '2026-12-31' order by random() limit 1)`;
export const CHANGE_KINDS: Kind[] = [
  {
    name: 'new race',
    change: (sql) =>
      sql.unsafe(`insert into events (id, event_name, event_date, sport_type, distances, ort, landskap, organizer, latitude, longitude, geocode_due)
        select gen_random_uuid(), event_name, event_date + 7, sport_type, distances, ort, landskap, organizer, latitude, longitude, null
        from events where id = ${RANDOM_RACE}`),
  },
  {
    name: 'new date',
    change: (sql) => sql.unsafe(`update events set event_date = event_date + 1 where id = ${RANDOM_RACE}`),
  },
  {
    name: 'cancelled',
    change: (sql) => sql.unsafe(`update events set status = 'cancelled' where id = ${RANDOM_RACE}`),
  },
  {
    name: 'registration',
    change: (sql) =>
      sql.unsafe(
        `update events set sold_out = not sold_out, registration_url = 'https://exempel.se' where id = ${RANDOM_RACE}`,
      ),
  },
  {
    name: 'new ad',
    change: async (sql) => {
      await sql`insert into marketplace_users (id, email, username, password_hash, full_name, phone_number, is_verified)
        values (gen_random_uuid(), 'saljare@exempel.se', 'saljare', '', 'Sara Ek', '070-000 00 00', true) on conflict do nothing`;
      await sql.unsafe(`insert into announcements (id, announcement_type, event_id, event_name, event_date, distance, price, user_id, renewed_at)
        select gen_random_uuid(), 'sale', e.id, '', e.event_date, e.distances[1], 500, u.id, '2026-11-29'
        from events e, marketplace_users u where e.id = ${RANDOM_RACE} and u.username = 'saljare'`);
    },
  },
];
