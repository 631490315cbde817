import { HOUR, perAddress } from '../../platform/rate-limit';
import { router, visitor } from '../../platform/trpc';
import { SubmissionInput, SubmissionReceipt } from './contract';
import { submitEvent } from './service';

export const publicSubmissions = router({
  submit: visitor
    .meta({ rest: 'POST /events/submit', summary: 'Proposes an event, for review.' })
    .use(perAddress({ name: 'submission', limit: 10, seconds: HOUR })) // D23
    .input(SubmissionInput)
    .output(SubmissionReceipt)
    .mutation(({ ctx, input }) => submitEvent(ctx, input)),
});

export const adminSubmissions = router({});
