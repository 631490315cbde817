import type { Context } from '#src/platform/context.ts';
import { HOUR, takeAttempt } from '#src/platform/limits/rate-limit.ts';
import { hashToken } from '#src/platform/tokens.ts';

const MAILS_PER_HOUR = 3;

/**
 * Counts a mail to a confirmed address. Returns false over the limit. Mails are counted when they are composed, so that
 * the response to the request does not depend on the limit. Retries are not counted again.
 */
export async function takeRecipientAttempt(
  { database, log }: Context,
  mailKind: string,
  email: string,
  { attempts }: { attempts: number },
  limit = MAILS_PER_HOUR,
): Promise<boolean> {
  if (attempts > 1) return true;
  const wait = await takeAttempt(
    database.db,
    { name: `mail-${mailKind}`, limit, seconds: HOUR },
    hashToken(email),
  );
  if (wait > 0)
    log.info(
      { sort: mailKind, limit },
      'The outbox dropped a mail: its recipient got as many of this sort within an hour as allowed.',
    );
  return wait === 0;
}
