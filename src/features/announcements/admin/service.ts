import type { AdminContext } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { dayInStockholm } from '../../../shared/dates';
import { AppError } from '../../../shared/errors';
import { notifyMembers } from '../../accounts/service';
import { recordAction } from '../../audit/service';
import { readFacts } from '../facts/service';
import { describeAd, toggleError } from '../rules';
import {
  changeAnnouncement,
  removeAnnouncement as deleteAd,
  lockAdAndFindMembers,
  lockAnnouncement,
} from '../store';
import type { AdminAnnouncement, AdminAnnouncementDetail, AnnouncementToggle } from './contract';
import * as store from './store';

/** All ads, newest first. */
export async function listAdminAnnouncements(ctx: AdminContext): Promise<AdminAnnouncement[]> {
  const { db } = ctx.database;
  const facts = await readFacts(ctx, db, 'all');
  const rows = await store.findAdminAnnouncements(db, facts.today);
  return rows.map((row) => describeAd(row, facts));
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
  { id, is_active }: AnnouncementToggle,
): Promise<AdminAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    const before = await lockAnnouncement(tx, id, dayInStockholm(ctx.now()));
    if (!before) throw new AppError('announcement.not_found');
    const errorCode = toggleError(before, is_active);
    if (errorCode) throw new AppError(errorCode);
    if (before.is_hidden !== is_active) return requireAd(tx, ctx, id);
    // Keeps the version, so that the owner can still save an edit in progress.
    await changeAnnouncement(tx, id, before.version, { is_active, version: before.version });
    const ad = await requireAd(tx, ctx, id);
    await recordAction(
      tx,
      ctx,
      is_active ? 'announcement.activate' : 'announcement.deactivate',
      auditRecordOf(ad),
    );
    return ad;
  });
}

/** Throws `announcement.not_found`. */
export function removeAnnouncement(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const memberIds = await lockAdAndFindMembers(tx, id);
    const ad = await requireAd(tx, ctx, id);
    await deleteAd(tx, id);
    await recordAction(tx, ctx, 'announcement.delete', auditRecordOf(ad));
    await notifyMembers(tx, memberIds);
    return { message: 'Annons borttagen' };
  });
}

const auditRecordOf = ({ id, order_number, event_name }: AdminAnnouncement) => ({
  id,
  name: `${order_number} ${event_name}`,
});

async function requireAd(db: Db, ctx: AdminContext, id: string): Promise<AdminAnnouncement> {
  const today = dayInStockholm(ctx.now());
  const ad = await store.findAdminAnnouncement(db, id, today);
  if (!ad) throw new AppError('announcement.not_found');
  return describeAd(ad, await readFacts(ctx, db, { id: ad.user_id }));
}
