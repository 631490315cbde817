import * as accounts from './features/accounts/texts.ts';
import * as admins from './features/admins/texts.ts';
import * as announcements from './features/announcements/texts.ts';
import * as audit from './features/audit/texts.ts';
import * as backup from './features/backup/texts.ts';
import * as banners from './features/banners/texts.ts';
import * as blocks from './features/blocks/texts.ts';
import * as clock from './features/clock/texts.ts';
import * as contact from './features/contact/texts.ts';
import * as conversations from './features/conversations/texts.ts';
import * as duplicates from './features/duplicates/texts.ts';
import * as events from './features/events/texts.ts';
import * as history from './features/history/texts.ts';
import * as imports from './features/imports/texts.ts';
import * as links from './features/links/texts.ts';
import * as mailStops from './features/mail-stops/texts.ts';
import * as marketplaceSettings from './features/marketplace-settings/texts.ts';
import * as notices from './features/notices/texts.ts';
import * as objections from './features/objections/texts.ts';
import * as organisers from './features/organisers/texts.ts';
import * as privacy from './features/privacy/texts.ts';
import * as reports from './features/reports/texts.ts';
import * as sources from './features/sources/texts.ts';
import * as statements from './features/statements/texts.ts';
import * as submissions from './features/submissions/texts.ts';
import * as watches from './features/watches/texts.ts';
import * as work from './features/work/texts.ts';
import { type AreaTexts, joinTexts } from './platform/openapi/texts.ts';
import { CREATED_AT, EVENT_ID } from './shared/example-values.ts';

const common: AreaTexts = {
  texts: {
    id: ['The id of the record (UUIDv7).', EVENT_ID],
    created_at: ['When the record was created.', CREATED_AT],
    message: ['A message for people, in Swedish.'],
    version: [
      'Grows with each change. In a request: the version that the change is based on, or `null` to skip the check.',
      3,
    ],
    website: ['Leave it out. People do not see this field in forms; if it has a value, nothing is stored.'],
    Message: ['A message for people.'],
  },
  examples: {
    'Message.message': 'Du har loggats ut',
  },
};

export const AREAS: readonly AreaTexts[] = [
  common,
  accounts,
  admins,
  announcements,
  audit,
  backup,
  banners,
  blocks,
  clock,
  contact,
  conversations,
  duplicates,
  events,
  history,
  imports,
  links,
  mailStops,
  marketplaceSettings,
  notices,
  objections,
  organisers,
  privacy,
  reports,
  sources,
  statements,
  submissions,
  watches,
  work,
];

export const FIELD_TEXTS = joinTexts(AREAS);
