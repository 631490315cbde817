import type { Admin, AdminContext, BackgroundContext, Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { DAY_MS } from '#src/shared/dates.ts';
import {
  type Action,
  AUDIT_PAGE_SIZE,
  type AuditDetails,
  type AuditEntry,
  type AuditFilter,
} from './contract.ts';
import {
  deleteEntriesBefore,
  deleteEntry,
  findActionsAbout,
  findEntries,
  insertEntry,
  replaceNames,
} from './store.ts';

/** `details` lists what else the action changed. */
type ActionSubject = { id: string | null; name: string | null; details?: AuditDetails };

/** Writes an audit entry. Call it in the transaction of the action, so that either both are stored or neither. */
export function recordAction(
  db: Db,
  ctx: Pick<Context, 'now'> & { admin: Admin },
  action: Action,
  record: ActionSubject = { id: null, name: null },
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

const UNKNOWN_ADMIN = { id: '00000000-0000-0000-0000-000000000000', username: '' };

/**
 * The entry of an unknown admin is deleted in the same transaction. Both cases run the same statements, so the response
 * time does not reveal whether the name exists.
 */
export async function recordWrongPassword(
  ctx: Context,
  admin: Admin | undefined,
  action: 'admin.login_failed' | 'admin.confirm_failed' | 'admin.code_failed',
): Promise<void> {
  const id = Bun.randomUUIDv7();
  const { id: admin_id, username } = admin ?? UNKNOWN_ADMIN;
  const created_at = ctx.now().toISOString();
  await ctx.database.db.transaction(async (tx) => {
    await insertEntry(tx, { id, created_at, admin_id, admin: username, action });
    await deleteEntry(tx, admin ? UNKNOWN_ADMIN.id : id);
  });
}

/** Replaces a member's name with `replacementName` in the entries about them and about reports on them. */
export const anonymizeEntries = (
  db: Db,
  recordIds: readonly string[],
  replacementName: string,
): Promise<void> => replaceNames(db, recordIds, replacementName);

/** Oldest first, without the admins' names. */
export const listActionsAbout = (db: Db, recordId: string) => findActionsAbout(db, recordId);

const KEPT_DAYS = 730;

export const sweepAuditLog = ({ database, now }: BackgroundContext): Promise<void> =>
  deleteEntriesBefore(database.db, new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString());

export async function listEntries(ctx: AdminContext, filter: AuditFilter): Promise<AuditEntry[]> {
  const entries = await findEntries(ctx.database.db, filter, AUDIT_PAGE_SIZE);
  return entries as AuditEntry[];
}
