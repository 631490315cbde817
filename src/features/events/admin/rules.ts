import type { PublicEvent } from '../contract';
import { type EventStatus, PREVIOUS_DATES_MAX } from '../fields';

type MovableEvent = Pick<PublicEvent, 'event_date' | 'status' | 'previous_dates'>;

/**
 * What an update makes of the status and of the dates the race was moved from. A new date for a postponed race schedules
 * it again; otherwise `isMoved` tells a move from a correction.
 */
export function stateAfterUpdate(
  before: MovableEvent,
  after: { event_date: string; status?: EventStatus | undefined; previous_dates?: string[] | undefined },
  isMoved: boolean,
): Pick<PublicEvent, 'status' | 'previous_dates'> {
  const previousDates = after.previous_dates ?? before.previous_dates;
  const hasNewDate = after.event_date !== before.event_date;
  const isScheduledAgain = hasNewDate && before.status === 'postponed';
  const status = after.status ?? (isScheduledAgain ? 'scheduled' : before.status);
  const isAppended = hasNewDate && (isMoved || (isScheduledAgain && !after.status));
  return {
    status,
    previous_dates: isAppended
      ? [...previousDates, before.event_date].slice(-PREVIOUS_DATES_MAX)
      : previousDates,
  };
}
