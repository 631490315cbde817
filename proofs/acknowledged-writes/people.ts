import type { Sql } from '#src/platform/database.ts';
import { hashToken, newToken } from '#src/platform/tokens.ts';

export type Person = { id: string; headers: Record<string, string> };
export type People = {
  event_id: string;
  admin: Person;
  seller: () => Person;
  reporter: Person;
  /** This and the next two return undefined when none is left. */
  unreadMessage: () => string | undefined;
  unusedMember: () => Person | undefined;
  pair: () => { buyer: Person; ad: string; seller: Person } | undefined;
};

/** Half of the limit on unread contact messages, because the load adds more. */
const UNREAD_MESSAGE_COUNT = 500;
const SELLER_COUNT = 40;

export async function makePeople(sql: Sql, members: number): Promise<People> {
  const people = await Promise.all(
    Array.from({ length: members }, async () => {
      const token = newToken();
      return {
        id: Bun.randomUUIDv7(),
        hash: hashToken(token),
        headers: { authorization: `Bearer ${token}` },
      };
    }),
  );
  const ids = people.map(({ id }) => id);
  const [admin, reporter] = people;
  if (!admin || !reporter) throw new Error('makePeople needs at least two members.');
  await sql`insert into admins (id, username, password_hash) values (${admin.id}, 'writes', 'none')`;
  await sql`
    insert into admin_sessions (token_hash, admin_id, expires_at, confirmed_at)
    values (${admin.hash}, ${admin.id}, '2099-01-01', now())`;
  await sql`
    insert into marketplace_users (id, email, username, password_hash, full_name, phone_number, is_verified)
    select id, 'm' || number || '@example.se', 'm.' || number, 'none', 'Member ' || number, '070', true
    from unnest(${ids}::uuid[]) with ordinality as member (id, number)`;
  await sql`
    insert into marketplace_sessions (token_hash, user_id, expires_at)
    select hash, id, '2099-01-01' from unnest(
      ${people.map(({ hash }) => hash)}::text[], ${people.map(({ id }) => id)}::uuid[]) as session (hash, id)`;
  const event_id = Bun.randomUUIDv7();
  await sql`
    insert into events (id, event_name, event_date, sport_type, distances)
    values (${event_id}, 'Loppet', '2099-05-01', 'Löpning', '{"10 km"}')`;
  const unreadMessages = Array.from({ length: UNREAD_MESSAGE_COUNT }, () => Bun.randomUUIDv7());
  await sql`
    insert into contact_messages (id, subject, name, email, message)
    select id, 'Brev', 'Olle', 'olle@example.se', 'Hej' from unnest(${unreadMessages}::uuid[]) as letter (id)`;
  // Two banners that stay, so that moving a banner to the end always changes its position.
  await sql`
    insert into banners (id, title, external_url, file_type, order_index)
    select gen_random_uuid(), 'Banner', 'https://example.se/bild.png', 'image', place from generate_series(0, 1) place`;
  const sellers = people.splice(2, SELLER_COUNT);
  const ads = sellers.map(() => Bun.randomUUIDv7());
  await sql`
    insert into announcements (id, announcement_type, event_id, event_name, event_date, distance, price, user_id)
    select id, 'sale', ${event_id}, 'Loppet', '2099-05-01', '10 km', 500, owner
    from unnest(${ads}::uuid[], ${sellers.map(({ id }) => id)}::uuid[]) as ad (id, owner)`;
  const buyers = people.splice(2, Math.ceil(people.length / 2));
  let pairCount = 0;
  return {
    event_id,
    admin,
    reporter,
    seller: () => sellers[Math.floor(Math.random() * sellers.length)] as Person,
    unreadMessage: () => unreadMessages.pop(),
    unusedMember: () => (people.length > 2 ? people.pop() : undefined),
    pair: () => {
      const pairIndex = pairCount++;
      const adIndex = pairIndex % ads.length;
      const round = Math.floor(pairIndex / ads.length);
      // Spread the buyers, so that nobody exceeds the limit on messages a minute.
      const buyer = round < buyers.length ? buyers[(adIndex * 7 + round) % buyers.length] : undefined;
      const [ad, seller] = [ads[adIndex], sellers[adIndex]];
      return buyer && ad && seller ? { buyer, ad, seller } : undefined;
    },
  };
}
