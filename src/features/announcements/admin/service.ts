import { notifyMembers } from '#src/features/accounts/service.ts';
import { recordAction } from '#src/features/audit/service.ts';
import type { Reasons } from '#src/features/statements/contract.ts';
import { recordStatement } from '#src/features/statements/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import { readAdContext } from '../context/service.ts';
import { describeAd, toggleError } from '../rules.ts';
import {
  changeAnnouncement,
  removeAnnouncement as deleteAd,
  lockAdAndFindMembers,
  lockAnnouncement,
} from '../store.ts';
import type {
  AdminAnnouncement,
  AdminAnnouncementDetail,
  AnnouncementRemoval,
  AnnouncementToggle,
} from './contract.ts';
import * as store from './store.ts';

/** All ads, newest first. */
export async function listAdminAnnouncements(ctx: AdminContext): Promise<AdminAnnouncement[]> {
  const { db } = ctx.database;
  const context = await readAdContext(ctx, db, 'all');
  const rows = await store.findAdminAnnouncements(db, context.today);
  return rows.map((row) => describeAd(row, context));
}

/** Throws `announcement.not_found`. */
export function readAnnouncement(ctx: AdminContext, id: string): Promise<AdminAnnouncementDetail> {
  return ctx.database.db.transaction(async (tx) => {
    const ad = await requireAd(tx, ctx, id);
    return { ...ad, messages: await store.findMessagesAbout(tx, id) };
  });
}

/** Throws `announcement.not_found`, `announcement.completed`, `announcement.event_gone`, `announcement.expired`. */
export function setAnnouncementActive(
  ctx: AdminContext,
  { id, is_active, ...reasons }: AnnouncementToggle,
): Promise<AdminAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    const errorCode = await changeActive(ctx, tx, id, is_active, reasons);
    if (errorCode) throw new AppError(errorCode);
    return requireAd(tx, ctx, id);
  });
}

/** Why the ad stays as it is, such as `announcement.completed`. Only a change has effects. */
async function changeActive(
  ctx: AdminContext,
  tx: Db,
  id: string,
  is_active: boolean,
  reasons: Reasons & { notice_id?: string },
): Promise<ErrorCode | undefined> {
  await store.shareLockOwner(tx, id);
  const before = await lockAnnouncement(tx, id, dayInStockholm(ctx.now()));
  if (!before) return 'announcement.not_found';
  const errorCode = toggleError(before, is_active);
  if (errorCode || before.is_hidden !== is_active) return errorCode;
  // Keeps the version, so that the owner can still save an edit in progress.
  await changeAnnouncement(tx, id, before.version, { is_active, version: before.version });
  const ad = await requireAd(tx, ctx, id);
  await recordAction(
    tx,
    ctx,
    is_active ? 'announcement.activate' : 'announcement.deactivate',
    auditRecordOf(ad),
  );
  if (!is_active) await recordStatement(tx, ctx, { ...reasons, ...statementAbout(ad), kind: 'ad_hidden' });
}

/** After a notice. Does nothing to an ad that is gone, completed or hidden. */
export async function hideReportedAd(
  ctx: AdminContext,
  tx: Db,
  id: string,
  reasons: Reasons & { notice_id: string },
): Promise<void> {
  await changeActive(ctx, tx, id, false, reasons);
}

/** After an objection. Returns whether the ad is shown now; not one that is gone or completed. */
export async function showAdAgain(ctx: AdminContext, tx: Db, orderNumber: string): Promise<boolean> {
  const id = await store.findIdByOrderNumber(tx, orderNumber);
  return id !== undefined && !(await changeActive(ctx, tx, id, true, { ground: null, facts: null }));
}

/** Throws `announcement.not_found`. */
export function removeAnnouncement(
  ctx: AdminContext,
  { id, ...reasons }: AnnouncementRemoval,
): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    await store.shareLockOwner(tx, id);
    const memberIds = await lockAdAndFindMembers(tx, id);
    const ad = await requireAd(tx, ctx, id);
    await deleteAd(tx, id);
    await recordAction(tx, ctx, 'announcement.delete', auditRecordOf(ad));
    await recordStatement(tx, ctx, { ...reasons, ...statementAbout(ad), kind: 'ad_deleted' });
    await notifyMembers(tx, memberIds);
    return { message: 'Annons borttagen' };
  });
}

const auditRecordOf = ({ id, order_number, event_name }: AdminAnnouncement) => ({
  id,
  name: `${order_number} ${event_name}`,
});

const statementAbout = ({ user_id, order_number, event_name }: AdminAnnouncement) => ({
  user_id,
  order_number,
  event_name,
});

async function requireAd(db: Db, ctx: AdminContext, id: string): Promise<AdminAnnouncement> {
  const today = dayInStockholm(ctx.now());
  const ad = await store.findAdminAnnouncement(db, id, today);
  if (!ad) throw new AppError('announcement.not_found');
  return describeAd(ad, await readAdContext(ctx, db, { id: ad.user_id }));
}
