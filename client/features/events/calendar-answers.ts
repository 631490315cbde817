import type { AnnouncementCounts } from '../../../src/features/announcements/rules';
import type { PublicEvent } from '../../../src/features/events/contract';

/** What the server has answered of what the calendar shows, as far as it has. */
export type CalendarAnswers = {
  events: readonly PublicEvent[] | undefined;
  /** How many places are sold and sought, by event id. */
  counts: ReadonlyMap<string, AnnouncementCounts>;
  isPending: boolean;
  /** The events could not be had. */
  hasFailed: boolean;
  /** They are asked for, for the first time or again. */
  isAsking: boolean;
  retry: () => void;
};

export const NO_ANSWERS: CalendarAnswers = {
  events: undefined,
  counts: new Map(),
  isPending: true,
  hasFailed: false,
  isAsking: true,
  retry: () => {},
};
