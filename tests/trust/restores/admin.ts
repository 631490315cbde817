import { adminSessions, admins } from '../../../db/schema';
import type { Database } from '../../../src/platform/database';
import { DUMMY_HASH } from '../../../src/platform/passwords';
import { hashToken, newToken } from '../../../src/platform/tokens';

type LoggedIn = { headers: { authorization: string }; confirm: () => Promise<unknown> };

/** A session of a new admin, with the headers of its calls. It is confirmed for ten minutes, and again by `confirm`. */
export async function logInAsAdmin({ db }: Database): Promise<LoggedIn> {
  const token = newToken();
  const [admin] = await db.insert(admins).values({ username: 'vera', password_hash: DUMMY_HASH }).returning();
  if (!admin) throw new Error('No admin was made.');
  await db.insert(adminSessions).values({
    token_hash: await hashToken(token),
    admin_id: admin.id,
    expires_at: '2099-01-01T00:00:00.000Z',
    confirmed_at: new Date().toISOString(),
  });
  return {
    headers: { authorization: `Bearer ${token}` },
    confirm: () => db.update(adminSessions).set({ confirmed_at: new Date().toISOString() }),
  };
}
