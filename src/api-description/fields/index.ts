import type { FieldTexts } from '../../platform/openapi/schemas';
import { ADMIN_TEXTS } from './admins';
import { COMMON_TEXTS } from './common';
import { EVENT_TEXTS } from './events';
import { EXAMPLES } from './examples';
import { HISTORY_EXAMPLES, HISTORY_TEXTS } from './history';
import { MARKET_TEXTS } from './market';
import { MEMBER_TEXTS } from './members';
import { MODERATION_TEXTS } from './moderation';
import { ORGANISER_EXAMPLES, ORGANISER_TEXTS } from './organisers';
import { SCHEMA_TEXTS } from './schemas';
import { SITE_TEXTS } from './site';
import { SUBMISSION_TEXTS } from './submissions';
import { UPKEEP_EXAMPLES, UPKEEP_TEXTS } from './upkeep';
import type { Texts } from './values';
import { WATCH_EXAMPLES, WATCH_TEXTS } from './watches';
import { WORK_EXAMPLES, WORK_TEXTS } from './work';

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
