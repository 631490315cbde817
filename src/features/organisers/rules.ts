import * as v from 'valibot';
import { type ColumnValues, EventInput, withPublishedDistances } from '#src/features/events/contract.ts';
import { EVENT_FIELD_NAMES } from '#src/features/events/fields.ts';
import type { EventField } from '#src/features/events/labels.ts';
import { isSameValue } from '#src/features/events/rules.ts';
import { isCheckedInFuture } from '#src/features/events/transfer/rules.ts';
import { DAY_MS } from '#src/shared/dates.ts';
import { joinDistances } from '#src/shared/distances.ts';
import { AppError, type ErrorCode, isErrorCode } from '#src/shared/errors.ts';
import { pick } from '#src/shared/pick.ts';

export const LINK_MONTHS = 18;
export const ORGANISERS_MAX = 20;
/** For which days organisers see the page views. */
export const VIEW_DAYS = 30;
/** How far ahead an organiser may put a copy. */
const COPY_DAYS_MAX = 731;

type State = { revoked_at: string | null; expires_at: string };

export const isActive = ({ revoked_at, expires_at }: State, now: Date): boolean =>
  revoked_at === null && Date.parse(expires_at) > now.getTime();

export function expiryOf(now: Date): string {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() + LINK_MONTHS);
  return end.toISOString();
}

/** The sent fields of `names` that differ from the stored ones. */
export function differencesOf(
  stored: ColumnValues,
  sent: ColumnValues,
  names: readonly string[],
): ColumnValues {
  return Object.fromEntries(
    names
      .filter((name) => sent[name] !== undefined && !isSameValue(stored[name], sent[name]))
      .map((name) => [name, sent[name]]),
  );
}

/** The fields whose stored value is neither that from before the proposal nor the proposed one. */
export const conflictsOf = (stored: ColumnValues, before: ColumnValues, after: ColumnValues): string[] =>
  Object.keys(after).filter(
    (name) => !isSameValue(stored[name], before[name]) && !isSameValue(stored[name], after[name]),
  );

type Stored = ColumnValues & { distances: string[] };

function issuesOf(event: Stored) {
  const { issues = [] } = v.safeParse(EventInput, {
    ...pick(event as Record<EventField, unknown>, EVENT_FIELD_NAMES),
    distances: joinDistances(event.distances),
  });
  return issues.map(({ message, path }) => ({ code: message, field: String(path?.[0]?.key) }));
}

/**
 * Throws the first error of the rules for events that the change causes. Errors that the stored event has already, in a
 * field that does not change, do not stop an organiser from changing others.
 */
export function checkChange(stored: Stored, changes: ColumnValues, today: string): void {
  const known = issuesOf(stored);
  const merged = { ...stored, ...changes } as Stored;
  const isKnown = ({ code, field }: { code: string; field: string }) =>
    !(field in changes) && known.some((one) => one.code === code && one.field === field);
  const issue = issuesOf(merged).find((one) => !isKnown(one));
  if (issue) throw new AppError(isErrorCode(issue.code) ? issue.code : 'request.invalid');
  if (isCheckedInFuture(changes, today)) throw new AppError('event.checked_in_future');
}

/** Distances as the event spells them, with their units. */
export function spelledAsPublished(stored: Stored, sent: ColumnValues): ColumnValues {
  const { transfer_periods, ordinary_prices, distances } = withPublishedDistances({
    ...stored,
    ...sent,
  } as unknown as Parameters<typeof withPublishedDistances>[0]);
  const spelled: ColumnValues = { transfer_periods, ordinary_prices, distances };
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, spelled[name] ?? value]));
}

/** Without a date it is found from the original one. */
export function copyDateError(event_date: string, original: string, today: string): ErrorCode | undefined {
  const isTooFar = Date.parse(event_date) - Date.parse(today) > COPY_DAYS_MAX * DAY_MS;
  return event_date <= original || event_date < today || isTooFar ? 'organiser.copy_date' : undefined;
}

/** The client uses it for its buttons too. */
export const proposalError = ({ status }: { status: string }): ErrorCode | undefined =>
  status === 'pending' ? undefined : 'proposal.reviewed';
