import { hashToken, newToken } from '#src/platform/tokens.ts';
import type { Postgres } from './postgres.ts';

export async function adminHeaders(sql: ReturnType<Postgres['open']>): Promise<Record<string, string>> {
  const token = newToken();
  await sql`
    insert into admin_sessions (token_hash, admin_id, expires_at, confirmed_at)
    select ${hashToken(token)}, id, now() + interval '1 day', now() from admins limit 1`;
  return { authorization: `Bearer ${token}` };
}
