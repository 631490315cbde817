import * as v from 'valibot';
import { HOUR, perMember } from '#src/platform/limits/rate-limit.ts';
import { admin, cachedPublic, fromSnapshot, member, router } from '#src/platform/procedure/trpc.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { Message } from '#src/shared/fields.ts';
import {
  AdminAnnouncement,
  AdminAnnouncementDetail,
  AnnouncementRemoval,
  AnnouncementToggle,
} from './admin/contract.ts';
import {
  listAdminAnnouncements,
  readAnnouncement,
  removeAnnouncement,
  setAnnouncementActive,
} from './admin/service.ts';
import {
  AnnouncementEdit,
  AnnouncementId,
  Completion,
  NewAnnouncement,
  OwnAnnouncement,
  PublicAnnouncement,
  Reservation,
} from './contract.ts';
import { endReservation, reserve } from './reservation/service.ts';
import {
  completeAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  listOwnAnnouncements,
  renewAnnouncement,
  updateAnnouncement,
} from './service.ts';

const OWN_AD_ERRORS: ErrorCode[] = ['announcement.not_found', 'announcement.not_own'];

export const publicAnnouncements = router({
  list: cachedPublic
    .meta({
      rest: ['GET /marketplace/announcements', 'GET /marketplace/announcements-list'],
      summary: 'List open ads',
      description:
        'Ads that are active and not completed, newest first and the reserved ones last, with state, sport, town, ' +
        'landskap and transfer rules of their event. ' +
        'Ads for past events, expired ads and ads whose transfer is over or forbidden are not listed. ' +
        '`/marketplace/announcements` and `/marketplace/announcements-list` return the same list.',
      snapshot: {
        tables: ['announcements', 'events', 'series', 'marketplace_users', 'marketplace_settings'],
        read: listAnnouncements,
        changesDaily: true,
      },
    })
    .output(v.array(PublicAnnouncement))
    .query(fromSnapshot),
});

const changeLimit = perMember({ name: 'announcement-edit', limit: 100, seconds: HOUR });

// Each change rebuilds the public list of ads, so the number of changes per member is limited.
export const marketplaceAnnouncements = router({
  mine: member
    .meta({
      rest: 'GET /marketplace/my-announcements',
      summary: 'List your ads',
      description: 'All ads of the logged-in member, newest first, including inactive and completed ones.',
    })
    .output(v.array(OwnAnnouncement))
    .query(({ ctx }) => listOwnAnnouncements(ctx)),

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
        'announcement.transfer_forbidden',
        'announcement.transfer_closed',
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
    .use(changeLimit)
    .input(AnnouncementEdit)
    .output(OwnAnnouncement)
    .mutation(({ ctx, input }) => updateAnnouncement(ctx, input)),

  complete: member
    .meta({
      rest: 'PUT /marketplace/announcements/:id/complete',
      summary: 'Mark your ad as completed',
      description:
        'A completed ad is no longer listed and cannot be changed or reopened. From five deals of different sellers, the ' +
        'final prices make up `median_price`.',
      errors: [...OWN_AD_ERRORS, 'announcement.completed', 'announcement.inactive'],
    })
    .input(Completion)
    .output(OwnAnnouncement)
    .mutation(({ ctx, input }) => completeAnnouncement(ctx, input)),

  renew: member
    .meta({
      rest: 'POST /marketplace/announcements/:id/renew',
      summary: 'Renew your ad',
      description:
        'Shows an expired ad again, or one that was paused when its event was cancelled or postponed, and starts its 60 ' +
        'days anew. Limited to 100 calls an hour, together with changes.',
      errors: [
        ...OWN_AD_ERRORS,
        'announcement.completed',
        'announcement.event_cancelled',
        'announcement.event_postponed',
        'announcement.event_gone',
        'announcement.event_passed',
        'announcement.transfer_forbidden',
        'announcement.transfer_closed',
        'announcement.inactive',
        'announcement.too_many',
      ],
    })
    .use(changeLimit)
    .input(AnnouncementId)
    .output(OwnAnnouncement)
    .mutation(({ ctx, input }) => renewAnnouncement(ctx, input.id)),

  reserve: member
    .meta({
      rest: 'POST /marketplace/announcements/:id/reserve',
      summary: 'Reserve your ad',
      description:
        'For 48 hours, for a member who has written to you about it. A second call for the same member prolongs it by 48 ' +
        'hours, once. A reserved ad takes no new conversations. When the time is over, both get a mail. ' +
        'Limited to 100 calls an hour, together with changes.',
      errors: [
        ...OWN_AD_ERRORS,
        'announcement.completed',
        'announcement.inactive',
        'announcement.paused',
        'conversation.not_found',
        'conversation.blocked',
        'announcement.reserved',
        'announcement.reservation_prolonged',
        'announcement.changed',
      ],
    })
    .use(changeLimit)
    .input(Reservation)
    .output(OwnAnnouncement)
    .mutation(({ ctx, input }) => reserve(ctx, input)),

  endReservation: member
    .meta({
      rest: 'DELETE /marketplace/announcements/:id/reserve',
      summary: 'End the reservation of your ad',
      description: 'Also succeeds if the ad is not reserved.',
      errors: OWN_AD_ERRORS,
    })
    .use(changeLimit)
    .input(AnnouncementId)
    .output(OwnAnnouncement)
    .mutation(({ ctx, input }) => endReservation(ctx, input.id)),

  delete: member
    .meta({
      rest: 'DELETE /marketplace/announcements/:id',
      summary: 'Delete your ad',
      description:
        'Deletes the ad and all conversations about it. The other party keeps the conversation of a deal for 180 days.',
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
    .query(({ ctx }) => listAdminAnnouncements(ctx)),

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
      description:
        'An inactive ad is hidden from the public. Completed ads cannot be changed. The owner of an ad that gets hidden is ' +
        'mailed a statement of reasons, with `ground` and `facts`.',
      errors: ['announcement.completed', 'announcement.event_gone', 'announcement.expired'],
    })
    .input(AnnouncementToggle)
    .output(AdminAnnouncement)
    .mutation(({ ctx, input }) => setAnnouncementActive(ctx, input)),

  delete: admin
    .meta({
      rest: 'DELETE /admin/marketplace/announcements/:id',
      summary: 'Delete an ad',
      description:
        'Deletes the ad and all conversations about it, and mails its owner a statement of reasons, with `ground` and `facts`.',
    })
    .input(AnnouncementRemoval)
    .output(Message)
    .mutation(({ ctx, input }) => removeAnnouncement(ctx, input)),
});
