import * as v from 'valibot';
import { HOUR, perAddress } from '../../platform/rate-limit';
import { admin, router, visitor } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import {
  AdminSubmission,
  ReviewedSubmission,
  ReviewInput,
  SubmissionId,
  SubmissionInput,
  SubmissionReceipt,
} from './contract';
import { deleteSubmission, listSubmissions, reviewSubmission, submitEvent } from './service';

export const publicSubmissions = router({
  submit: visitor
    .meta({ rest: 'POST /events/submit', summary: 'Proposes an event, for review.' })
    .use(perAddress({ name: 'submission', limit: 10, seconds: HOUR })) // D23
    .input(SubmissionInput)
    .output(SubmissionReceipt)
    .mutation(({ ctx, input }) => submitEvent(ctx, input)),
});

export const adminSubmissions = router({
  list: admin
    .meta({
      rest: 'GET /admin/events/submissions',
      summary: 'Every proposal, newest first; those that wait with their likely duplicates.',
    })
    .output(v.array(AdminSubmission))
    .query(({ ctx }) => listSubmissions(ctx)),

  review: admin
    .meta({
      rest: 'PUT /admin/events/submissions/:id/review',
      summary: 'Approves a proposal, which makes an event of it with what was edited, or rejects it.',
    })
    .input(ReviewInput)
    .output(ReviewedSubmission)
    .mutation(({ ctx, input }) => reviewSubmission(ctx, input)),

  delete: admin
    .meta({
      rest: 'DELETE /admin/events/submissions/:id',
      summary: 'Deletes a proposal; an event that it became stays.',
    })
    .input(SubmissionId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteSubmission(ctx, input.id)),
});
