import type { Texts } from '#src/platform/openapi/texts.ts';

export const texts: Texts = {
  Duplicates: ['Pairs of events that are likely the same race.'],
  DuplicatePair: ['Two events that are likely the same race.'],
  DuplicateEvent: ['An event with the number of its watches.'],
  Merge: ['A merge of two events that can be undone.'],
};
