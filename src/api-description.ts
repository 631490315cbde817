import type { GenericSchema } from 'valibot';
import { FIELD_TEXTS } from './api-texts.ts';
import * as accountsAdmin from './features/accounts/admin/contract.ts';
import * as accounts from './features/accounts/contract.ts';
import * as admins from './features/admins/contract.ts';
import * as adminFactors from './features/admins/factors/contract.ts';
import * as announcementsAdmin from './features/announcements/admin/contract.ts';
import * as announcements from './features/announcements/contract.ts';
import * as audit from './features/audit/contract.ts';
import * as backup from './features/backup/contract.ts';
import * as banners from './features/banners/contract.ts';
import * as blocks from './features/blocks/contract.ts';
import * as clock from './features/clock/contract.ts';
import * as contact from './features/contact/contract.ts';
import * as conversations from './features/conversations/contract.ts';
import * as duplicates from './features/duplicates/contract.ts';
import * as merge from './features/duplicates/merge/contract.ts';
import * as eventsAdmin from './features/events/admin/contract.ts';
import * as events from './features/events/contract.ts';
import * as eventsList from './features/events/list/contract.ts';
import * as race from './features/events/race/contract.ts';
import * as series from './features/events/series/contract.ts';
import * as transfer from './features/events/transfer/contract.ts';
import * as eventsBulk from './features/history/bulk/contract.ts';
import * as eventsHistory from './features/history/contract.ts';
import * as eventsImport from './features/imports/contract.ts';
import * as links from './features/links/contract.ts';
import * as marketplaceSettings from './features/marketplace-settings/contract.ts';
import * as notices from './features/notices/contract.ts';
import * as objections from './features/objections/contract.ts';
import * as organisers from './features/organisers/contract.ts';
import * as privacy from './features/privacy/contract.ts';
import * as reportsAdmin from './features/reports/admin/contract.ts';
import * as reports from './features/reports/contract.ts';
import * as sources from './features/sources/contract.ts';
import * as statements from './features/statements/contract.ts';
import * as submissions from './features/submissions/contract.ts';
import * as watchesAdmin from './features/watches/admin/contract.ts';
import * as watches from './features/watches/contract.ts';
import * as work from './features/work/contract.ts';
import { type ApiDescription, type ApiTexts, describeApi } from './platform/openapi/openapi.ts';
import { appRouter, fileOperations } from './router.ts';
import { errorDescriptions } from './shared/errors.ts';
import { Message } from './shared/fields.ts';

const CONTRACTS = [
  ...[
    accounts,
    accountsAdmin,
    admins,
    announcements,
    announcementsAdmin,
    audit,
    backup,
    banners,
    clock,
    contact,
  ],
  ...[conversations, events, eventsAdmin, eventsImport, marketplaceSettings, privacy, reports, reportsAdmin],
  adminFactors,
  blocks,
  eventsBulk,
  eventsList,
  race,
  eventsHistory,
  links,
  duplicates,
  merge,
  notices,
  objections,
  organisers,
  series,
  sources,
  statements,
  submissions,
  transfer,
  watches,
  watchesAdmin,
  work,
];

const isSchema = (value: unknown): value is GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

const SCHEMAS: Record<string, GenericSchema> = Object.fromEntries(
  CONTRACTS.flatMap((contract) => Object.entries<unknown>(contract))
    .concat([['Message', Message]])
    .filter((entry): entry is [string, GenericSchema] => isSchema(entry[1])),
);

const DESCRIPTION = `The HTTP API of the calendar and its marketplace for start places.

- Dates are \`YYYY-MM-DD\` in Swedish time. Points in time are ISO 8601 in UTC. Amounts are in whole kronor. Missing values are \`null\`.
- Send the token of a login as \`Authorization: Bearer <access_token>\`.
- A write takes its input as JSON. Query parameters override fields of the body, except for secrets.
- Every success has status 200. Every error has the body \`{"detail", "code"}\`. A response with status 429 or 503 has the header \`Retry-After\`.
- Unknown fields in a body are ignored.
- Every path and method with an \`x-procedure\` is also a tRPC procedure of that name under \`/trpc\`, with the same input and result.`;

const TAGS: ApiTexts['tags'] = {
  Public: {
    'public / announcements': 'Ads of the marketplace.',
    'public / banners': 'The banners of the carousel.',
    'public / contact': 'Contact information and the contact form.',
    'public / events': 'The calendar.',
    'public / marketplaceSettings': 'The info box of the marketplace.',
    'public / notices': 'Reporting ads without an account.',
    'public / series': 'Races over the years.',
    'public / statements': 'Decisions against members, opened by a mailed link.',
    'public / submissions': 'Proposing an event.',
    'public / mailStops': 'The link "Mejla mig inte mer" in mails that others cause.',
    'public / views': 'Counting page views.',
    'public / watches': 'Watching races and ads, and the links in mails about them.',
  },
  Marketplace: {
    'marketplace / accounts': 'Registration, login and profile of members.',
    'marketplace / announcements': 'Ads of the logged-in member.',
    'marketplace / blocks': 'Blocking other members.',
    'marketplace / conversations': 'Messages between members.',
    'marketplace / privacy': 'Data export and deletion of accounts.',
    'marketplace / reports': 'Reporting other members.',
    'marketplace / watches': 'Watches of the logged-in member.',
  },
  Organisers: {
    'organiser / events': 'The events of the series that a mailed link is for.',
  },
  Admin: {
    'admin / accounts': 'Members.',
    'admin / admins': 'Login, password and accounts of admins.',
    'admin / announcements': 'Ads and their messages.',
    'admin / audit': 'The log of what admins did.',
    'admin / backup': 'Export and import of all content.',
    'admin / banners': 'The banners of the carousel.',
    'admin / bulk': 'Changes of many events.',
    'admin / clock': 'Whether the time can be relied on.',
    'admin / contact': 'Contact information and contact messages.',
    'admin / duplicates': 'Events that are likely the same race.',
    'admin / events': 'The calendar, and import of events.',
    'admin / imports': 'Undoing imports and other changes of many events.',
    'admin / factors': 'The second factors of the calling admin.',
    'admin / links': 'Links of events that do not work.',
    'admin / marketplaceSettings': 'The info box of the marketplace.',
    'admin / merges': 'Merging events.',
    'admin / notices': 'Notices about ads, and decisions about them.',
    'admin / objections': 'Objections of members to decisions against them.',
    'admin / organisers': 'Links for those who organise a series.',
    'admin / proposals': 'Review of changes by organisers.',
    'admin / reports': 'Reports about members.',
    'admin / revisions': 'The history of events.',
    'admin / series': 'Races over the years, and their addresses.',
    'admin / sessions': 'Where admins are logged in.',
    'admin / sources': 'Calendars and files of others that are fetched every day.',
    'admin / submissions': 'Review of proposed events.',
    'admin / watches': 'Numbers about watches, and those of an address.',
    'admin / work': 'The pending tasks of admins.',
  },
  Operation: { 'health checks': 'For load balancers and monitoring.' },
};

type Site = { siteName: string; origin: string; texts?: Partial<ApiTexts> };

/** `origin` is where the document is served, such as `https://lopp.example`. `texts` replace those of the product. */
export const apiDescription = ({ siteName, origin, texts }: Site): ApiDescription =>
  describeApi(appRouter, fileOperations, {
    ...FIELD_TEXTS,
    title: `${siteName} API`,
    description: DESCRIPTION,
    contactUrl: `${origin}/contact`,
    tokens: {
      member: 'The `access_token` of `POST /marketplace/login`. It is valid for 30 days.',
      admin: 'The `access_token` of `POST /admin/login`. It is valid for 12 hours.',
      organiser: 'The part after `#` of the link that an organiser gets by mail. It is valid for 18 months.',
    },
    tags: TAGS,
    errors: errorDescriptions(),
    schemas: SCHEMAS,
    ...texts,
  });
