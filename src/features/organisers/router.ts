import * as v from 'valibot';
import { HOUR, perOrganiser } from '#src/platform/limits/rate-limit.ts';
import { admin, organiser, router, visitor } from '#src/platform/procedure/trpc.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { Message } from '#src/shared/fields.ts';
import {
  AdminProposal,
  Organiser,
  OrganiserCopy,
  OrganiserEvent,
  OrganiserEventId,
  OrganiserId,
  OrganiserInput,
  OrganisersOfSeries,
  OrganiserUpdate,
  OrganiserView,
  ProposalReview,
  ViewCounted,
} from './contract.ts';
import * as editing from './editing/service.ts';
import * as proposals from './proposals/service.ts';
import { inviteOrganiser, listOrganisers, revokeOrganiser } from './service.ts';
import { countPageView } from './views/service.ts';

const CHANGE_ERRORS: ErrorCode[] = [
  'event.required',
  'event.distance',
  'event.end_before_start',
  'event.registration_order',
  'event.transfer_distance',
  'event.transfer_after_race',
  'event.transfer_ambiguous',
  'event.price_repeated',
  'event.checked_in_future',
];

const reads = perOrganiser({ name: 'organiser-read', limit: 600, seconds: HOUR });
const writes = perOrganiser({ name: 'organiser-write', limit: 200, seconds: HOUR });

export const publicViews = router({
  count: visitor
    .meta({
      rest: 'POST /events/:id/view',
      summary: 'Count a view of the page of an event',
      description:
        'Browsers call it once a page is shown. Only the number of views a day is stored. An IP address counts once in 30 ' +
        'minutes for an event. Bots and unknown events do not count.',
    })
    .input(OrganiserEventId)
    .output(ViewCounted)
    .mutation(async ({ ctx, input }) => ({ counted: await countPageView(ctx, input.id) })),
});

export const organiserEvents = router({
  view: organiser
    .meta({
      rest: 'GET /organiser',
      summary: 'Get the series of an organiser',
      description:
        'With all editions, the latest first, how many view, watch, sell and seek, and the own proposals that wait.',
      errors: ['series.not_found'],
    })
    .use(reads)
    .output(OrganiserView)
    .query(({ ctx }) => editing.readOrganiserView(ctx)),

  update: organiser
    .meta({
      rest: 'PUT /organiser/events/:id',
      summary: 'Change an event as its organiser',
      description:
        'Fields that are left out stay. State, registration, links, transfer rules and prices change at once. Name, dates, ' +
        'place, distances and sport become one proposal, which replaces the one before; without a difference it is removed. ' +
        'Other fields are ignored.',
      errors: ['event.changed', ...CHANGE_ERRORS],
    })
    .use(writes)
    .input(OrganiserUpdate)
    .output(OrganiserEvent)
    .mutation(({ ctx, input }) => editing.updateOwnEvent(ctx, input)),

  confirm: organiser
    .meta({
      rest: 'POST /organiser/events/:id/confirm',
      summary: 'Confirm that an event is right',
      description: 'Sets `organizer_confirmed_on` to today and changes nothing else.',
    })
    .use(writes)
    .input(OrganiserEventId)
    .output(OrganiserEvent)
    .mutation(({ ctx, input }) => editing.confirmOwnEvent(ctx, input.id)),

  copy: organiser
    .meta({
      rest: 'POST /organiser/events/:id/copy',
      summary: 'Copy an event to the next year as its organiser',
      description:
        'As an admin’s copy. `event_date` may be at most two years ahead. A copy that the series has already is refused.',
      errors: ['event.date', 'event.exists', 'organiser.copy_date'],
    })
    .use(perOrganiser({ name: 'organiser-copy', limit: 20, seconds: HOUR }))
    .input(OrganiserCopy)
    .output(OrganiserEvent)
    .mutation(({ ctx, input }) => editing.copyOwnEvent(ctx, input)),
});

export const adminOrganisers = router({
  list: admin
    .meta({
      rest: 'GET /admin/series/:id/organisers',
      summary: 'List the organisers of a series',
      description: 'Also those whose link is revoked or has expired, until they are deleted.',
    })
    .input(OrganisersOfSeries)
    .output(v.array(Organiser))
    .query(({ ctx, input }) => listOrganisers(ctx, input.id)),

  invite: admin
    .meta({
      rest: 'POST /admin/series/:id/organisers',
      summary: 'Mail a link to an organiser',
      description:
        'The link is valid for 18 months. An address that has one gets a new one, which replaces it once it is sent.',
      errors: ['organiser.too_many'],
    })
    .input(OrganiserInput)
    .output(Organiser)
    .mutation(({ ctx, input }) => inviteOrganiser(ctx, input)),

  revoke: admin
    .meta({
      rest: 'DELETE /admin/series/:id/organisers/:organiser_id',
      summary: 'Revoke the link of an organiser',
      description: 'It is dead at the next request. Proposals that wait are kept. Idempotent.',
    })
    .input(OrganiserId)
    .output(Message)
    .mutation(({ ctx, input }) => revokeOrganiser(ctx, input)),
});

export const adminProposals = router({
  list: admin
    .meta({
      rest: 'GET /admin/proposals',
      summary: 'List the proposals of organisers',
      description: 'Those that wait first, then the latest. At most 1,000.',
    })
    .output(v.array(AdminProposal))
    .query(({ ctx }) => proposals.listProposals(ctx)),

  review: admin
    .meta({
      rest: 'PUT /admin/proposals/:id/review',
      summary: 'Approve or reject a proposal of an organiser',
      description:
        'Approving changes the event; a new date counts as a move. The organiser gets a mail. If a field has changed since ' +
        'the proposal was made, approving needs `overwrite`.',
      errors: ['proposal.reviewed', 'proposal.conflict', ...CHANGE_ERRORS],
    })
    .input(ProposalReview)
    .output(AdminProposal)
    .mutation(({ ctx, input }) => proposals.reviewProposal(ctx, input)),
});
