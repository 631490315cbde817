import type { AdminContext } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { AppError } from '../../../shared/errors';
import { tellMembers } from '../../accounts/service';
import { recordAct } from '../../audit/service';
import { toggleFault } from '../rules';
import { changeAnnouncement, removeAnnouncement as deleteAd, holdPeople, lockAnnouncement } from '../store';
import type { AdminAnnouncement, AdminAnnouncementDetail, AnnouncementToggle } from './contract';
import * as store from './store';

/** An ad with everything that was written about it, oldest first. Throws `announcement.not_found`. */
export function readAnnouncement(ctx: AdminContext, id: string): Promise<AdminAnnouncementDetail> {
  return ctx.database.db.transaction(async (tx) => {
    const ad = await stored(tx, id);
    return { ...ad, messages: await store.findMessagesAbout(tx, id) };
  });
}

/**
 * Shows the ad to the public again, or hides it. To the state that it is in already changes nothing. Throws
 * `announcement.not_found`, `announcement.completed` (section 4), or `announcement.event_gone`: what was about an event
 * that is deleted stays inactive (D12).
 */
export function setAnnouncementActive(
  ctx: AdminContext,
  { id, is_active }: AnnouncementToggle,
): Promise<AdminAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    const before = await lockAnnouncement(tx, id);
    if (!before) throw new AppError('announcement.not_found');
    const fault = toggleFault(before, is_active);
    if (fault) throw new AppError(fault);
    if (before.is_active === is_active) return stored(tx, id);
    // The owner who is editing the ad is not disturbed: what they edit stays the same.
    await changeAnnouncement(tx, id, before.version, { is_active, version: before.version });
    const ad = await stored(tx, id);
    await recordAct(tx, ctx, is_active ? 'announcement.activate' : 'announcement.deactivate', recordOf(ad));
    return ad;
  });
}

/** Deletes an ad with its messages, whatever its state. Throws `announcement.not_found`. */
export function removeAnnouncement(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const people = await holdPeople(tx, id);
    const ad = await stored(tx, id);
    await deleteAd(tx, id);
    await recordAct(tx, ctx, 'announcement.delete', recordOf(ad));
    await tellMembers(tx, people);
    return { message: 'Annons borttagen' };
  });
}

const recordOf = ({ id, order_number, event_name }: AdminAnnouncement) => ({
  id,
  name: `${order_number} ${event_name}`,
});

async function stored(db: Db, id: string): Promise<AdminAnnouncement> {
  const ad = await store.findAdminAnnouncement(db, id);
  if (!ad) throw new AppError('announcement.not_found');
  return ad;
}
