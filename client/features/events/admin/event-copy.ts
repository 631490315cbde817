import type { AdminEvent } from '../../../../src/features/events/admin/contract';
import { blankEvent } from '../../../../src/features/events/contract';
import { STATE_FIELD_NAMES } from '../../../../src/features/events/fields';
import { addDaysTo, isDay, weekdayOf } from '../../../../src/shared/dates';
import { pick } from '../../../../src/shared/pick';
import { type EventValues, valuesOf } from './event-form-values';

const DAY_MS = 24 * 3_600_000;
const yearOf = (day: string) => Number(day.slice(0, 4));

/** Returns the same weekday of a later year, the one nearest to the same date in that year and not before `today`. */
export function nextEditionOf(day: string, today: string): string {
  const editionIn = (year: number) => {
    const sameDate = `${year}${day.slice(4)}`;
    const target = isDay(sameDate) ? sameDate : `${year}-02-28`;
    // At most 3 days earlier or later.
    const daysToWeekday = ((weekdayOf(day) - weekdayOf(target) + 10) % 7) - 3;
    const nearest = addDaysTo(target, daysToWeekday);
    if (yearOf(nearest) === year) return nearest;
    return addDaysTo(nearest, yearOf(nearest) < year ? 7 : -7);
  };
  const year = Math.max(yearOf(day) + 1, yearOf(today));
  const edition = editionIn(year);
  return edition >= today ? edition : editionIn(year + 1);
}

/** The copy has no results and no stamp. If the name contains the year, it gets the new year. */
export function valuesOfCopy(event: AdminEvent, today: string): EventValues {
  const event_date = nextEditionOf(event.event_date, today);
  const lengthDays = event.event_end_date
    ? (Date.parse(event.event_end_date) - Date.parse(event.event_date)) / DAY_MS
    : 0;
  return {
    ...valuesOf({
      ...event,
      event_name: event.event_name.replaceAll(event.event_date.slice(0, 4), event_date.slice(0, 4)),
      banner_text: null,
      banner_start_date: null,
      banner_end_date: null,
      banner_color: 'red',
      result_link: null,
      // Of the race that is copied, not of the next one.
      ...pick(blankEvent, STATE_FIELD_NAMES),
    }),
    event_date,
    event_end_date: lengthDays > 0 ? addDaysTo(event_date, lengthDays) : '',
  };
}
