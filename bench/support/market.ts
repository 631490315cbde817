import { hashToken } from '#src/platform/tokens.ts';
import type { Postgres } from './postgres.ts';

type Sql = ReturnType<Postgres['open']>;

export const idOf = (kind: number, number: number) =>
  `0000000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const EVENT_KIND = 0;
export const PERSON_KIND = 1;
export const AD_KIND = 2;
export const CONVERSATION_KIND = 3;

const TOKENS_AT_ONCE = 1000;

/** Each member has a session, an ad, and an unread message about the next member's ad. Returns the tokens. */
export async function fillMarket(sql: Sql, count: number): Promise<string[]> {
  const id = (kind: number, number: string) =>
    `('0000000${kind}-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
  await sql.unsafe(`
    insert into events (id, event_name, event_date, sport_type, distances)
    select ${id(EVENT_KIND, 'n')}, 'Lopp ' || n, current_date + 100 + n % 300, 'Löpning', '{10 km}' from generate_series(1, ${count}) n;
    insert into marketplace_users (id, email, username, full_name, password_hash, is_verified)
    select ${id(PERSON_KIND, 'n')}, 'medlem' || n || '@example.se', 'medlem' || n, 'Medlem ' || n, 'x', true
    from generate_series(1, ${count}) n;
    insert into announcements (id, announcement_type, event_id, event_name, event_date, distance, price, user_id)
    select ${id(AD_KIND, 'n')}, 'sale', ${id(EVENT_KIND, 'n')}, 'Lopp ' || n, current_date, '10 km', 500, ${id(PERSON_KIND, 'n')}
    from generate_series(1, ${count}) n;
    insert into conversations (id, announcement_id, participant_id)
    select ${id(CONVERSATION_KIND, 'n')}, ${id(AD_KIND, `n % ${count} + 1`)}, ${id(PERSON_KIND, 'n')} from generate_series(1, ${count}) n;
    insert into messages (id, conversation_id, sender_id, message_text)
    select uuidv7(), ${id(CONVERSATION_KIND, 'n')}, ${id(PERSON_KIND, 'n')}, 'Hej!' from generate_series(1, ${count}) n;`);
  const tokens = Array.from({ length: count }, (_, index) => `member-${index + 1}`);
  for (let from = 0; from < count; from += TOKENS_AT_ONCE) {
    const hashes = await Promise.all(tokens.slice(from, from + TOKENS_AT_ONCE).map(hashToken));
    await sql`
      insert into marketplace_sessions (token_hash, user_id, expires_at)
      select hash, ('0000000${sql.unsafe(String(PERSON_KIND))}-0000-7000-8000-' || lpad((${from} + n)::text, 12, '0'))::uuid,
        now() + interval '1 day' from unnest(${hashes}::text[]) with ordinality as one (hash, n)`;
  }
  await sql`analyze`;
  return tokens;
}
