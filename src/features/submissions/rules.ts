import * as v from 'valibot';
import { joinDistances } from '../../shared/distances';
import { AppError, type ErrorCode, isErrorCode } from '../../shared/errors';
import { isAddressLike } from '../../shared/names';
import { fold } from '../../shared/text';
import { EventInput } from '../events/contract';
import type { SubmissionStatus } from './contract';

/** A proposal and an event of the same key are likely one: same day, same folded name (D14). */
export const twinKey = ({ event_date, event_name }: { event_date: string; event_name: string }): string =>
  `${event_date}|${fold(event_name)}`;

/** Why a proposal cannot be decided; undefined if it can. Buttons and the server ask the same. */
export const reviewFault = ({ status }: { status: SubmissionStatus }): ErrorCode | undefined =>
  status === 'pending' ? undefined : 'submission.reviewed';

/** The event that a proposal becomes, with what was edited in review (D14). Throws the first fault of its contract. */
export function eventOf(proposal: { distances: string[] }, edits: { distances?: string[] }): EventInput {
  const merged = { ...proposal, ...edits };
  const { success, output, issues } = v.safeParse(EventInput, {
    ...merged,
    distances: joinDistances(merged.distances),
  });
  if (success) return output;
  const code = issues[0].message;
  throw new AppError(isErrorCode(code) ? code : 'request.invalid');
}

const PLAIN_MAX = 80;
const DIGITS_MAX = 6;

/**
 * Whether a name that nobody approved may stand in a mail to an address that nobody has proved: it sends the reader
 * nowhere, neither to a page nor to a mailbox nor to a telephone.
 */
export function isPlainName(name: string): boolean {
  const seen = name.normalize('NFKC');
  return (
    seen.length <= PLAIN_MAX && !isAddressLike(seen) && seen.replace(/\P{Nd}/gu, '').length <= DIGITS_MAX
  );
}
