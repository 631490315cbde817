import * as v from 'valibot';
import { EventInput } from '#src/features/events/contract.ts';
import { RACE_FIELD_NAMES, type RaceField } from '#src/features/events/fields.ts';
import { joinDistances } from '#src/shared/distances.ts';
import { AppError, type ErrorCode, isErrorCode } from '#src/shared/errors.ts';
import { isAddressLike } from '#src/shared/names.ts';
import { pick } from '#src/shared/pick.ts';
import { fold } from '#src/shared/text.ts';
import type { SubmissionStatus } from './contract.ts';

/** A submission and an event with the same key are probably duplicates. */
export const duplicateKey = ({
  event_date,
  event_name,
}: {
  event_date: string;
  event_name: string;
}): string => `${event_date}|${fold(event_name)}`;

/** The client uses it for its buttons too. */
export const reviewError = ({ status }: { status: SubmissionStatus }): ErrorCode | undefined =>
  status === 'pending' ? undefined : 'submission.reviewed';

/** Throws the first error of the event's contract. */
export function eventOf(
  submission: Record<RaceField, unknown> & { distances: string[] },
  edits: { distances?: string[] },
): EventInput {
  const merged = { ...submission, ...edits };
  const { success, output, issues } = v.safeParse(EventInput, {
    // Not the status of the proposal: events have one too.
    ...pick(merged, RACE_FIELD_NAMES),
    distances: joinDistances(merged.distances),
  });
  if (success) return output;
  const code = issues[0].message;
  throw new AppError(isErrorCode(code) ? code : 'request.invalid');
}

const PLAIN_NAME_LENGTH_MAX = 80;
const DIGITS_MAX = 6;

/** Whether an unapproved name may be mailed to an unverified address. */
export function isPlainName(name: string): boolean {
  const normalized = name.normalize('NFKC');
  return (
    normalized.length <= PLAIN_NAME_LENGTH_MAX &&
    !isAddressLike(normalized) &&
    normalized.replace(/\P{Nd}/gu, '').length <= DIGITS_MAX
  );
}
