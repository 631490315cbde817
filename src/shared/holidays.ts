import { addDaysTo, weekdayOf } from './dates.ts';

// Swedish public holidays: the act (1989:253) on public holidays, and the three eves that the Annual Leave Act treats
// like Sundays. Sundays are holidays too, but have no name of their own.

/** Easter Sunday, by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const skippedLeapYears = Math.floor(century / 4);
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - skippedLeapYears - moonCorrection + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const lateMoon = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  return addDaysTo(`${year}-03-22`, epact + toSunday - 7 * lateMoon);
}

const SATURDAY = 6;

/** The first Saturday on or after `day`. */
const saturdayFrom = (day: string) => addDaysTo(day, (SATURDAY - weekdayOf(day) + 7) % 7);

function holidaysOf(year: number): Map<string, string> {
  const easter = easterSunday(year);
  const midsummer = saturdayFrom(`${year}-06-20`);
  return new Map([
    [`${year}-01-01`, 'Nyårsdagen'],
    [`${year}-01-06`, 'Trettondedag jul'],
    [addDaysTo(easter, -2), 'Långfredagen'],
    [easter, 'Påskdagen'],
    [addDaysTo(easter, 1), 'Annandag påsk'],
    [`${year}-05-01`, 'Första maj'],
    [addDaysTo(easter, 39), 'Kristi himmelsfärdsdag'],
    [addDaysTo(easter, 49), 'Pingstdagen'],
    [`${year}-06-06`, 'Sveriges nationaldag'],
    [addDaysTo(midsummer, -1), 'Midsommarafton'],
    [midsummer, 'Midsommardagen'],
    [saturdayFrom(`${year}-10-31`), 'Alla helgons dag'],
    [`${year}-12-24`, 'Julafton'],
    [`${year}-12-25`, 'Juldagen'],
    [`${year}-12-26`, 'Annandag jul'],
    [`${year}-12-31`, 'Nyårsafton'],
  ]);
}

const cache = new Map<number, Map<string, string>>();

/** The Swedish name of the holiday. Undefined for other days, and for Sundays that have no name. */
export function holidayName(day: string): string | undefined {
  const year = Number(day.slice(0, 4));
  const holidays = cache.get(year) ?? holidaysOf(year);
  cache.set(year, holidays);
  return holidays.get(day);
}

/** A day that Swedish calendars print in red. */
export const isRedDay = (day: string): boolean => weekdayOf(day) === 0 || holidayName(day) !== undefined;
