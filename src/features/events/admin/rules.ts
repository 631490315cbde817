import { addDaysTo, daysBetween, daysSinceMonday, weekOf } from '#src/shared/dates.ts';
import { pick } from '#src/shared/pick.ts';
import { blankEvent, type PublicEvent } from '../contract.ts';
import { type EventStatus, PREVIOUS_DATES_MAX } from '../fields/choices.ts';
import { STATE_FIELD_NAMES } from '../fields.ts';

type MovableEvent = Pick<PublicEvent, 'event_date' | 'status' | 'previous_dates'>;

/**
 * What an update makes of the status and of the dates the race was moved from. A new date for a postponed race
 * schedules it again; otherwise `isMoved` tells a move from a correction.
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

const yearOf = (day: string) => Number(day.slice(0, 4));

/** A year of ISO 8601 consists of whole weeks: 29 December may be in week 1 of the next one. */
const isoYearOf = (day: string) => yearOf(addDaysTo(day, 3 - daysSinceMonday(day)));

/** Week 1 has 4 January, and the last week 28 December. A week that the year does not have becomes the last one. */
function dayOfWeek(isoYear: number, week: number, days: number): string {
  const inWeek1 = `${isoYear}-01-04`;
  const weeks = Math.min(week, weekOf(`${isoYear}-12-28`)) - 1;
  return addDaysTo(inWeek1, weeks * 7 + days - daysSinceMonday(inWeek1));
}

/** Dates have four digits for the year. */
const LAST_YEAR = 9999;

/** The same ISO week and weekday of a later year, the first that is not before `today`. */
export function nextEditionOf(day: string, today: string): string {
  const editionIn = (year: number) => {
    const isoYear = isoYearOf(day) + year - yearOf(day);
    const edition = dayOfWeek(isoYear, weekOf(day), daysSinceMonday(day));
    // Around the New Year, the week may be in another calendar year, which is part of the address.
    return addDaysTo(edition, 7 * Math.sign(year - yearOf(edition)));
  };
  const year = Math.min(Math.max(yearOf(day) + 1, yearOf(today)), LAST_YEAR);
  const edition = editionIn(year);
  return edition >= today ? edition : editionIn(year + 1);
}

/**
 * The fields that differ in a copy on another date: dates, also of transfer periods, the year in the name, and blank
 * stamp, results, state and registration.
 */
export function changesOfCopy(
  event: Pick<PublicEvent, 'event_name' | 'event_date' | 'event_end_date' | 'transfer_periods'>,
  event_date: string,
) {
  const { event_name } = event;
  const days = daysBetween(event.event_date, event_date);
  const moved = (day: string | null) => day && addDaysTo(day, days);
  const year = new RegExp(`(?<!\\d)${yearOf(event.event_date)}(?!\\d)`, 'g');
  return {
    event_name: event_name.replace(year, event_date.slice(0, 4)),
    event_date,
    event_end_date: moved(event.event_end_date),
    transfer_periods: event.transfer_periods.map((period) => ({
      ...period,
      from: moved(period.from),
      to: moved(period.to),
    })),
    ...pick(blankEvent, [
      'result_link',
      'transfer_checked_on',
      'banner_text',
      'banner_start_date',
      'banner_end_date',
      'banner_color',
      ...STATE_FIELD_NAMES,
    ]),
  };
}
