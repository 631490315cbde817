import * as v from 'valibot';
import { HOUR, perIpAddress } from '#src/platform/limits/rate-limit.ts';
import { admin, router, visitor } from '#src/platform/procedure/trpc.ts';
import { Message } from '#src/shared/fields.ts';
import {
  AdminSubmission,
  ReviewedSubmission,
  ReviewInput,
  SubmissionId,
  SubmissionInput,
  SubmissionReceipt,
} from './contract.ts';
import { deleteSubmission, listSubmissions, reviewSubmission, submitEvent } from './service.ts';

export const publicSubmissions = router({
  submit: visitor
    .meta({
      rest: 'POST /events/submit',
      summary: 'Propose an event',
      description:
        'Stores the proposal for review by an admin and mails a receipt to the submitter. Limited to 10 calls an hour per IP address.',
      errors: ['submission.full'],
    })
    .use(perIpAddress({ name: 'submission', limit: 10, seconds: HOUR }))
    .input(SubmissionInput)
    .output(SubmissionReceipt)
    .mutation(({ ctx, input }) => submitEvent(ctx, input)),
});

export const adminSubmissions = router({
  list: admin
    .meta({
      rest: 'GET /admin/events/submissions',
      summary: 'List all proposals',
      description: 'Newest first. Pending proposals include the events that they may duplicate.',
    })
    .output(v.array(AdminSubmission))
    .query(({ ctx }) => listSubmissions(ctx)),

  review: admin
    .meta({
      rest: 'PUT /admin/events/submissions/:id/review',
      summary: 'Approve or reject a proposal',
      description:
        'Approving creates the event. Event fields sent along replace the proposed values. ' +
        'The submitter gets a mail about the decision, and with `invite_organiser` also a link to edit the race.',
      errors: [
        'organiser.too_many',
        'submission.not_found',
        'submission.reviewed',
        'event.distance',
        'event.end_before_start',
      ],
    })
    .input(ReviewInput)
    .output(ReviewedSubmission)
    .mutation(({ ctx, input }) => reviewSubmission(ctx, input)),

  delete: admin
    .meta({
      rest: 'DELETE /admin/events/submissions/:id',
      summary: 'Delete a proposal',
      description: 'An event that was created from the proposal is kept.',
    })
    .input(SubmissionId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteSubmission(ctx, input.id)),
});
