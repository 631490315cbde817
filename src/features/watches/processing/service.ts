import type { BackgroundContext } from '#src/platform/context.ts';
import { announceOpenings, matchChanges } from '../matching/service.ts';
import { queueNews } from '../news/service.ts';

/** In this order, so that a mail has all that is news at that moment. */
const STEPS = [matchChanges, announceOpenings, queueNews];

/** From queued changes to queued mails. A failed step skips no other. Throws the first error at the end. */
export async function processWatches(context: BackgroundContext): Promise<void> {
  const errors: unknown[] = [];
  for (const step of STEPS)
    try {
      await step(context);
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}
