import { isDay, MONTHS } from './dates.ts';

/** Year first without separators (`20270206`), year first (`2027-2-6`), day first (`6/2 2027`). */
const NUMERIC = [
  /^(?<year>\d{4})(?<month>\d\d)(?<dayOfMonth>\d\d)$/,
  /^(?<year>\d{4})[-/. ](?<month>\d{1,2})[-/. ](?<dayOfMonth>\d{1,2})$/,
  /^(?<dayOfMonth>\d{1,2})[-/. ](?<month>\d{1,2})[-/. ] ?(?<year>\d{4})$/,
];
const WITH_MONTH = /^(?<dayOfMonth>\d{1,2})\.? +(?<name>[a-zåäö]{3,9})\.? +(?<year>\d{4})$/i;

/** Reads a day as Swedes write it: `6/2 2027`, `6 feb 2027`, `20270206`. Returns undefined if there is no such day. */
export function readDay(text: string): string | undefined {
  const typed = text.trim();
  const named = WITH_MONTH.exec(typed)?.groups;
  const name = named?.name?.toLowerCase() ?? '';
  const parts = named
    ? { ...named, month: String(MONTHS.findIndex((month) => month.startsWith(name)) + 1) }
    : NUMERIC.map((pattern) => pattern.exec(typed)?.groups).find(Boolean);
  if (!parts) return undefined;
  const { year = '', month = '', dayOfMonth = '' } = parts as Record<string, string>;
  const day = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

/** The same day of the first year in which it is not before `today`. */
export function nextYearsDay(day: string, today: string): string {
  const inYear = (year: number) => `${year}${day.slice(4)}`;
  let year = Number(today.slice(0, 4));
  // 29 February does not exist in every year.
  while (inYear(year) < today || !isDay(inYear(year))) year++;
  return inYear(year);
}

/** Reads `9`, `9.30`, `0930` and `kl. 09:30` as `HH:mm`. */
export function readTime(text: string): string | undefined {
  const [, hour = '', minute = '00'] = /^(?:kl\.? *)?(\d{1,2})(?:[:.]?(\d\d))?$/i.exec(text.trim()) ?? [];
  return hour && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined;
}

const COMPLETE = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)$/;

/** Reads `YYYY-MM-DDTHH:mm`, with seconds if they were typed. A day without a time gets `defaultTime`. */
export function readDayAndTime(text: string, defaultTime: string): string | undefined {
  const typed = text.trim();
  const [, completeDay = '', completeTime] = COMPLETE.exec(typed) ?? [];
  if (completeTime && isDay(completeDay) && readTime(completeTime.slice(0, 5)))
    return `${completeDay}T${completeTime}`;
  const dayAlone = readDay(typed);
  if (dayAlone) return `${dayAlone}T${defaultTime}`;
  const [, dayText = '', timeText = ''] = /^(.+?)[T ,]+((?:kl\.? *)?[\d:.]+)$/i.exec(typed) ?? [];
  const [day, time] = [readDay(dayText), readTime(timeText)];
  return day && time && `${day}T${time}`;
}
