import type { Context } from '../context';
import { HOUR, takeAttempt } from '../rate-limit';
import { hashToken } from '../tokens';

/** D23: mails of one sort that a recipient gets in an hour. */
const LIMIT = 3;

type Recipient = { email: string; is_verified: boolean };

/**
 * Whom a mail is counted for. Most mail servers deliver name+tag to name. Anybody can register such addresses, so the
 * unverified ones of a mailbox count as one recipient, but apart from its other mails: these would otherwise be dropped.
 */
const counted = ({ email, is_verified }: Recipient): string =>
  is_verified ? email : email.replace(/\+[^@]*(?=@[^@]*$)/, '+');

/**
 * Counts a mail to a recipient. Returns false when it is over the limit, which all callers share. It is counted when the
 * mail is composed, so that the response to the caller does not depend on it. A retry is not counted again.
 */
export async function takeRecipientAttempt(
  { database, log }: Context,
  sort: string,
  recipient: Recipient,
  { attempts }: { attempts: number },
): Promise<boolean> {
  if (attempts > 1) return true;
  const wait = await takeAttempt(
    database.db,
    { name: `mail-${sort}`, limit: LIMIT, seconds: HOUR },
    await hashToken(counted(recipient)),
  );
  if (wait > 0) log.info({ sort }, 'A mail was dropped: its recipient had three of its sort within an hour.');
  return wait === 0;
}
