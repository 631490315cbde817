import type { PublicAnnouncement } from '../../../src/features/announcements/contract';
import type { PublicEvent } from '../../../src/features/events/contract';

/** What the server has answered of what the calendar shows, as far as it has. */
export type CalendarAnswers = {
  events: readonly PublicEvent[] | undefined;
  ads: readonly PublicAnnouncement[] | undefined;
  isPending: boolean;
  /** The events could not be had. */
  hasFailed: boolean;
  /** They are asked for, for the first time or again. */
  isAsking: boolean;
  retry: () => void;
};

export const NO_ANSWERS: CalendarAnswers = {
  events: undefined,
  ads: undefined,
  isPending: true,
  hasFailed: false,
  isAsking: true,
  retry: () => {},
};
