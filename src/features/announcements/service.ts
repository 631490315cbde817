import type { Context, MemberContext } from '../../platform/context';
import { dayInStockholm } from '../../shared/dates';
import type { AnnouncementEdit, NewAnnouncement, PublicAnnouncement } from './contract';
import { findPublicAnnouncements } from './store';

export function listAnnouncements(ctx: Context): Promise<PublicAnnouncement[]> {
  return findPublicAnnouncements(ctx.database.db, dayInStockholm(ctx.now()));
}

const later = (): never => {
  throw new Error('Not built yet.');
};
export const listOwnAnnouncements = async (_ctx: MemberContext): Promise<PublicAnnouncement[]> => later();
export const createAnnouncement = async (
  _ctx: MemberContext,
  _input: NewAnnouncement,
): Promise<PublicAnnouncement> => later();
export const updateAnnouncement = async (
  _ctx: MemberContext,
  _input: AnnouncementEdit,
): Promise<PublicAnnouncement> => later();
export const completeAnnouncement = async (_ctx: MemberContext, _id: string): Promise<PublicAnnouncement> =>
  later();
export const deleteAnnouncement = async (_ctx: MemberContext, _id: string): Promise<{ message: string }> =>
  later();
