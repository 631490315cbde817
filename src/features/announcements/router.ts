import * as v from 'valibot';
import { HOUR, perMember } from '../../platform/rate-limit';
import { admin, everybody, fromSnapshot, member, router } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import { AdminAnnouncement, AdminAnnouncementDetail, AnnouncementToggle } from './admin/contract';
import { readAnnouncement, removeAnnouncement, setAnnouncementActive } from './admin/service';
import { findAdminAnnouncements } from './admin/store';
import {
  AnnouncementEdit,
  AnnouncementId,
  NewAnnouncement,
  OwnAnnouncement,
  PublicAnnouncement,
} from './contract';
import {
  completeAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  updateAnnouncement,
} from './service';
import { findAnnouncementsOf } from './store';

export const publicAnnouncements = router({
  list: everybody
    .meta({
      // D10: two names of one list.
      rest: ['GET /marketplace/announcements', 'GET /marketplace/announcements-list'],
      summary: 'The ads that are open, newest first.',
      snapshot: {
        of: ['announcements', 'events', 'marketplace_users'],
        read: listAnnouncements,
        isOfToday: true,
      },
    })
    .output(v.array(PublicAnnouncement))
    .query(fromSnapshot),
});

// Everybody's list of ads is made anew after each change, so one member makes only so many (as D23 does for messages).
export const marketplaceAnnouncements = router({
  mine: member
    .meta({ rest: 'GET /marketplace/my-announcements', summary: 'The ads of whoever asks, newest first.' })
    .output(v.array(OwnAnnouncement))
    .query(({ ctx }) => findAnnouncementsOf(ctx.database.db, ctx.member.id)),

  create: member
    .meta({ rest: 'POST /marketplace/announcements', summary: 'A place for sale, or one that is sought.' })
    .use(perMember({ name: 'announcement', limit: 100, seconds: HOUR }))
    .input(NewAnnouncement)
    .output(OwnAnnouncement)
    .mutation(({ ctx, input }) => createAnnouncement(ctx, input)),

  update: member
    .meta({
      rest: 'PUT /marketplace/announcements/:id',
      summary: "Another price, fee or description of one's own ad.",
    })
    .use(perMember({ name: 'announcement-edit', limit: 100, seconds: HOUR }))
    .input(AnnouncementEdit)
    .output(OwnAnnouncement)
    .mutation(({ ctx, input }) => updateAnnouncement(ctx, input)),

  complete: member
    .meta({ rest: 'PUT /marketplace/announcements/:id/complete', summary: "One's own ad has led to a deal." })
    .input(AnnouncementId)
    .output(OwnAnnouncement)
    .mutation(({ ctx, input }) => completeAnnouncement(ctx, input.id)),

  delete: member
    .meta({
      rest: 'DELETE /marketplace/announcements/:id',
      summary: "Deletes one's own ad with its messages.",
    })
    .input(AnnouncementId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteAnnouncement(ctx, input.id)),
});

export const adminAnnouncements = router({
  list: admin
    .meta({ rest: 'GET /admin/marketplace/announcements', summary: 'Every ad, newest first.' })
    .output(v.array(AdminAnnouncement))
    .query(({ ctx }) => findAdminAnnouncements(ctx.database.db)),

  get: admin
    .meta({
      rest: 'GET /admin/marketplace/announcements/:id',
      summary: 'An ad with what was written about it, oldest first.',
    })
    .input(AnnouncementId)
    .output(AdminAnnouncementDetail)
    .query(({ ctx, input }) => readAnnouncement(ctx, input.id)),

  setActive: admin
    .meta({ rest: 'PUT /admin/marketplace/announcements/:id', summary: 'Shows an ad again, or hides it.' })
    .input(AnnouncementToggle)
    .output(AdminAnnouncement)
    .mutation(({ ctx, input }) => setAnnouncementActive(ctx, input)),

  delete: admin
    .meta({
      rest: 'DELETE /admin/marketplace/announcements/:id',
      summary: 'Deletes an ad with its messages.',
    })
    .input(AnnouncementId)
    .output(Message)
    .mutation(({ ctx, input }) => removeAnnouncement(ctx, input.id)),
});
