import { addDaysTo, dayInStockholm } from '#src/shared/dates.ts';

/** An ad expires on this day after it was made or renewed. */
export const LIFETIME_DAYS = 60;

/** Whether the ad had not expired by its age: the same as `lastDayByAge`, the last day on which it is shown. */
export const isWithinLifetime = (renewedAt: string, today: string): boolean =>
  today < addDaysTo(dayInStockholm(new Date(renewedAt)), LIFETIME_DAYS);
