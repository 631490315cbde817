import { perAddress, SUBMISSION_LIMIT } from '../../platform/rate-limit';
import { router, visitor } from '../../platform/trpc';
import { SubmissionInput, SubmissionReceipt } from './contract';
import { submitEvent } from './service';

export const publicSubmissions = router({
  submit: visitor
    .meta({ rest: 'POST /events/submit', summary: 'Proposes an event, for review.' })
    .use(perAddress(SUBMISSION_LIMIT))
    .input(SubmissionInput)
    .output(SubmissionReceipt)
    .mutation(({ ctx, input }) => submitEvent(ctx, input)),
});
