import type { Admin, AdminContext, Context } from '../../platform/context';
import type { Db } from '../../platform/database';
import { type Action, AUDIT_PAGE, type AuditDetails, type AuditEntry, type AuditFilter } from './contract';
import { deleteEntry, findActsAbout, findEntries, insertEntry, replaceNames } from './store';

/** The record that an act is about: its id, and what people call it. `details` says what else the act changed. */
export type ActRecord = { id: string | null; name: string | null; details?: AuditDetails };

/** Notes what an admin does, in the transaction of the act itself: the two stand or fall together (D24). */
export function recordAct(
  db: Db,
  ctx: Pick<Context, 'now'> & { admin: Admin },
  action: Action,
  record: ActRecord = { id: null, name: null },
): Promise<void> {
  return insertEntry(db, {
    created_at: ctx.now().toISOString(),
    admin_id: ctx.admin.id,
    admin: ctx.admin.username,
    action,
    record_id: record.id,
    record_name: record.name,
    details: record.details ?? null,
  });
}

const NOBODY = { id: '00000000-0000-0000-0000-000000000000', username: '' };

/**
 * Records a wrong password that was entered for an admin. For a name that no admin has, the entry is removed in the same
 * transaction: such a login runs the same statements and takes the same time (D28).
 */
export async function recordWrongPassword(
  ctx: Context,
  admin: Admin | undefined,
  action: 'admin.login_failed' | 'admin.confirm_failed',
): Promise<void> {
  const id = Bun.randomUUIDv7();
  const { id: admin_id, username } = admin ?? NOBODY;
  const created_at = ctx.now().toISOString();
  await ctx.database.db.transaction(async (tx) => {
    await insertEntry(tx, { id, created_at, admin_id, admin: username, action });
    await deleteEntry(tx, admin ? NOBODY.id : id);
  });
}

/**
 * Makes nobody of a member in the entries about them and about reports of them, within the caller's transaction; what was
 * done, when and by whom stays.
 */
export const forgetNames = (db: Db, recordIds: readonly string[], nobody: string): Promise<void> =>
  replaceNames(db, recordIds, nobody);

/** What admins did with a record, oldest first, without who they were. */
export const actsAbout = (db: Db, recordId: string) => findActsAbout(db, recordId);

/** What admins did, newest first, a page at a time (D30). */
export async function listActs(ctx: AdminContext, filter: AuditFilter): Promise<AuditEntry[]> {
  const entries = await findEntries(ctx.database.db, filter, AUDIT_PAGE);
  return entries as AuditEntry[];
}
