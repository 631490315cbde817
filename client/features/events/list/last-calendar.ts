let query = '';

/** Called while the calendar is shown. */
export function rememberCalendar(): void {
  query = window.location.search;
}

/** The calendar as it was, for the way back from a race. */
export const lastCalendarPath = (): string => `/${query}`;
