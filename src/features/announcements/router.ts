import * as v from 'valibot';
import { HOUR, perMember } from '../../platform/rate-limit';
import { admin, cachedPublic, fromSnapshot, member, router } from '../../platform/trpc';
import type { ErrorCode } from '../../shared/errors';
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
  renewAnnouncement,
  updateAnnouncement,
} from './service';
import { findAnnouncementsOf } from './store';

const OWN_AD_ERRORS: ErrorCode[] = ['announcement.not_found', 'announcement.not_own'];

export const publicAnnouncements = router({
  list: cachedPublic
    .meta({
      rest: ['GET /marketplace/announcements', 'GET /marketplace/announcements-list'],
      summary: 'List open ads',
      description:
        'Ads that are active and not completed, newest first, with state, sport, town and landskap of their event. ' +
        'Ads for past events are not listed. ' +
        '`/marketplace/announcements` and `/marketplace/announcements-list` return the same list.',
      snapshot: {
        tables: ['announcements', 'events', 'marketplace_users'],
        read: listAnnouncements,
        changesDaily: true,
      },
    })
    .output(v.array(PublicAnnouncement))
    .query(fromSnapshot),
});

// Each change rebuilds the public list of ads, so the number of changes per member is limited.
export const marketplaceAnnouncements = router({
  mine: member
    .meta({
      rest: 'GET /marketplace/my-announcements',
      summary: 'List your ads',
      description: 'All ads of the logged-in member, newest first, including inactive and completed ones.',
    })
    .output(v.array(OwnAnnouncement))
    .query(({ ctx }) => findAnnouncementsOf(ctx.database.db, ctx.member.id)),

  create: member
    .meta({
      rest: 'POST /marketplace/announcements',
      summary: 'Create an ad',
      description: 'Offers a start place for sale or asks for one. Limited to 100 calls an hour.',
      errors: [
        'announcement.too_many',
        'announcement.too_many_kept',
        'announcement.event_gone',
        'announcement.event_cancelled',
        'announcement.event_postponed',
        'announcement.event_passed',
        'announcement.distance',
      ],
    })
    .use(perMember({ name: 'announcement', limit: 100, seconds: HOUR }))
    .input(NewAnnouncement)
    .output(OwnAnnouncement)
    .mutation(({ ctx, input }) => createAnnouncement(ctx, input)),

  update: member
    .meta({
      rest: 'PUT /marketplace/announcements/:id',
      summary: 'Change your ad',
      description:
        'Replaces price, name change fee and description. Optional fields that are left out are cleared. ' +
        'Limited to 100 calls an hour.',
      errors: [...OWN_AD_ERRORS, 'announcement.completed', 'announcement.changed'],
    })
    .use(perMember({ name: 'announcement-edit', limit: 100, seconds: HOUR }))
    .input(AnnouncementEdit)
    .output(OwnAnnouncement)
    .mutation(({ ctx, input }) => updateAnnouncement(ctx, input)),

  complete: member
    .meta({
      rest: 'PUT /marketplace/announcements/:id/complete',
      summary: 'Mark your ad as completed',
      description: 'A completed ad is no longer listed and cannot be changed or reopened.',
      errors: [...OWN_AD_ERRORS, 'announcement.completed', 'announcement.inactive'],
    })
    .input(AnnouncementId)
    .output(OwnAnnouncement)
    .mutation(({ ctx, input }) => completeAnnouncement(ctx, input.id)),

  renew: member
    .meta({
      rest: 'POST /marketplace/announcements/:id/renew',
      summary: 'Show your paused ad again',
      description:
        'An ad is paused when its event is cancelled or postponed. Once the event is scheduled again, its owner decides ' +
        'whether the ad is still valid.',
      errors: [
        ...OWN_AD_ERRORS,
        'announcement.completed',
        'announcement.event_cancelled',
        'announcement.event_postponed',
      ],
    })
    .input(AnnouncementId)
    .output(OwnAnnouncement)
    .mutation(({ ctx, input }) => renewAnnouncement(ctx, input.id)),

  delete: member
    .meta({
      rest: 'DELETE /marketplace/announcements/:id',
      summary: 'Delete your ad',
      description: 'Deletes the ad and all conversations about it.',
      errors: OWN_AD_ERRORS,
    })
    .input(AnnouncementId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteAnnouncement(ctx, input.id)),
});

export const adminAnnouncements = router({
  list: admin
    .meta({
      rest: 'GET /admin/marketplace/announcements',
      summary: 'List all ads',
      description:
        'Newest first, including inactive and completed ads, with contact details of their owners.',
    })
    .output(v.array(AdminAnnouncement))
    .query(({ ctx }) => findAdminAnnouncements(ctx.database.db)),

  get: admin
    .meta({
      rest: 'GET /admin/marketplace/announcements/:id',
      summary: 'Get an ad with its messages',
      description: 'Messages of all conversations about the ad, oldest first.',
    })
    .input(AnnouncementId)
    .output(AdminAnnouncementDetail)
    .query(({ ctx, input }) => readAnnouncement(ctx, input.id)),

  setActive: admin
    .meta({
      rest: 'PUT /admin/marketplace/announcements/:id',
      summary: 'Activate or deactivate an ad',
      description: 'An inactive ad is hidden from the public. Completed ads cannot be changed.',
      errors: ['announcement.completed', 'announcement.event_gone'],
    })
    .input(AnnouncementToggle)
    .output(AdminAnnouncement)
    .mutation(({ ctx, input }) => setAnnouncementActive(ctx, input)),

  delete: admin
    .meta({
      rest: 'DELETE /admin/marketplace/announcements/:id',
      summary: 'Delete an ad',
      description: 'Deletes the ad and all conversations about it.',
    })
    .input(AnnouncementId)
    .output(Message)
    .mutation(({ ctx, input }) => removeAnnouncement(ctx, input.id)),
});
