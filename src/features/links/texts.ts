import type { Texts } from '#src/platform/openapi/texts.ts';

export const texts: Texts = {
  AdminLink: ['A link of events that is checked.'],
  LinkChanged: ['How many events were changed.'],
  LinkCheckResult: ['How many links were checked, by their status.'],
};
