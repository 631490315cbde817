// News of the model: when it is due, and how mails say it.
import {
  addDaysTo,
  atHour,
  dayInStockholm,
  formatNearDay,
  hourInStockholm,
  weekdayOf,
} from '#src/shared/dates.ts';
import { type Race, registrationOf, type Watch } from './model-rules.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const AD_DAYS = 60;

export type Topic = 'new' | 'date' | 'status' | 'registration';
export type Row = {
  subject: string;
  change: string;
  topic: Topic;
  was: string | null;
  at: number;
  due: number;
  isHeld: boolean;
  watches: Set<Watch>;
  ownAd: string | null;
};

export type Address = {
  email: string;
  userId: string | null;
  watches: Watch[];
  pausedUntil: number;
  mailedAt: number;
  matchMailedAt: number;
  hasAlerts: boolean;
  waiting: Row[];
  heard: Set<string>;
  /** What the latest mail was about. */
  latest: { watches: Watch[]; isAboutOwnAd: boolean } | undefined;
};

/** `isOptional` if the mail has too many items to show all. */
export type Expected = { email: string; fact: string; isOptional: boolean; at: number };

export const STATUS_TEXTS = {
  cancelled: 'Inställt',
  postponed: 'Framflyttat, nytt datum ej klart',
  scheduled: 'Blir av som planerat',
};

export function registrationText(race: Race, today: string, mayClose: boolean): string[] {
  const tomorrow = addDaysTo(today, 1);
  switch (registrationOf(race, today)) {
    case 'open':
      return [`Anmälan är öppen${race.closes ? ` till ${formatNearDay(race.closes, today)}` : ''}`];
    case 'not_open':
      return [
        `Anmälan öppnar ${race.opens === tomorrow ? 'i morgon' : formatNearDay(race.opens ?? '', today)}`,
      ];
    case 'sold_out':
      return ['Fulltecknat'];
    case 'closed':
      return mayClose ? ['Anmälan är stängd'] : [];
    default:
      return [];
  }
}

export function dueAt(cadence: Watch['cadence'], now: number): number {
  const hour = hourInStockholm(new Date(now));
  if (cadence === 'direct' && hour >= 7 && hour < 21) return now;
  let day = dayInStockholm(new Date(now));
  if (hour >= 7) day = addDaysTo(day, 1);
  while (cadence === 'weekly' && weekdayOf(day) !== 1) day = addDaysTo(day, 1);
  return atHour(day, 7).getTime();
}
