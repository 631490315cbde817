import type { FieldTexts } from '#src/platform/openapi/schemas.ts';
import { ADMIN_TEXTS } from './admins.ts';
import { COMMON_TEXTS } from './common.ts';
import { EVENT_TEXTS } from './events.ts';
import { EXAMPLES } from './examples.ts';
import { HISTORY_EXAMPLES, HISTORY_TEXTS } from './history.ts';
import { MARKET_TEXTS } from './market.ts';
import { MEMBER_TEXTS } from './members.ts';
import { MODERATION_TEXTS } from './moderation.ts';
import { ORGANISER_EXAMPLES, ORGANISER_TEXTS } from './organisers.ts';
import { SCHEMA_TEXTS } from './schemas.ts';
import { SITE_TEXTS } from './site.ts';
import { SUBMISSION_TEXTS } from './submissions.ts';
import { UPKEEP_EXAMPLES, UPKEEP_TEXTS } from './upkeep.ts';
import type { Texts } from './values.ts';
import { WATCH_EXAMPLES, WATCH_TEXTS } from './watches.ts';
import { WORK_EXAMPLES, WORK_TEXTS } from './work.ts';

// These texts are not in the contracts, because the contracts are also part of the client bundle.

/** No field is in two of them. */
export const AREAS: Texts[] = [
  COMMON_TEXTS,
  EVENT_TEXTS,
  HISTORY_TEXTS,
  SUBMISSION_TEXTS,
  MARKET_TEXTS,
  MEMBER_TEXTS,
  MODERATION_TEXTS,
  SITE_TEXTS,
  ADMIN_TEXTS,
  WATCH_TEXTS,
  UPKEEP_TEXTS,
  ORGANISER_TEXTS,
  WORK_TEXTS,
  SCHEMA_TEXTS,
];

const FIELDS: Texts = Object.assign({}, ...AREAS);

export const FIELD_TEXTS: FieldTexts = {
  descriptions: Object.fromEntries(
    Object.entries(FIELDS).map(([name, [description]]) => [name, description]),
  ),
  examples: {
    ...Object.fromEntries(
      Object.entries(FIELDS).flatMap(([name, [, example]]) =>
        example === undefined ? [] : [[name, example]],
      ),
    ),
    ...EXAMPLES,
    ...HISTORY_EXAMPLES,
    ...WATCH_EXAMPLES,
    ...UPKEEP_EXAMPLES,
    ...ORGANISER_EXAMPLES,
    ...WORK_EXAMPLES,
  },
};
