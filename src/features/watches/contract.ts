import * as v from 'valibot';
import { kronor } from '#src/features/announcements/contract.ts';
import { ANNOUNCEMENT_TYPES } from '#src/features/announcements/fields.ts';
import { DISTANCE_MAX } from '#src/shared/distances.ts';
import { accountEmail, fields, optionalText, text, uuid } from '#src/shared/fields.ts';

export const WATCH_KINDS = ['search', 'event', 'series', 'market_sale', 'market_wanted'] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

/** `direct` is between 07 and 21, `daily` at 07, `weekly` on Mondays at 07, in Stockholm. */
export const CADENCES = ['direct', 'daily', 'weekly'] as const;
export type Cadence = (typeof CADENCES)[number];

/** Of a canonical query. */
export const QUERY_MAX = 1000;
/** Of one address. */
export const WATCHES_MAX = 50;
export const PAUSE_DAYS = 30;

const optionalId = v.nullish(uuid('watch.target'), null);
const optionalPrice = v.nullish(kronor('watch.price'), null);

const targetFields = {
  kind: v.picklist(WATCH_KINDS, 'watch.target'),
  query: v.nullish(v.pipe(text('watch.target'), v.maxLength(4 * QUERY_MAX, 'watch.query_too_long')), null),
  event_id: optionalId,
  series_id: optionalId,
  distance: optionalText(DISTANCE_MAX),
  min_price: optionalPrice,
  max_price: optionalPrice,
};

const cadence = v.picklist(CADENCES, 'watch.cadence');

/** What is watched. `query` belongs to `search`, and either `event_id` or `series_id` to the other kinds. */
export type WatchTarget = v.InferOutput<v.ObjectSchema<typeof targetFields, undefined>>;

export const WatchInput = v.pipe(
  fields({
    ...targetFields,
    cadence,
    /** Only without a session. */
    email: v.nullish(accountEmail('watch.email'), null),
    website: optionalText(),
  }),
  v.forward(
    v.check(({ kind, query, event_id, series_id }) => {
      const count = [query, event_id, series_id].filter((value) => value !== null).length;
      if (count !== 1 || (kind === 'search') !== (query !== null)) return false;
      return kind !== 'event' || event_id !== null;
    }, 'watch.target'),
    ['kind'],
  ),
  v.forward(
    v.check(
      ({ min_price: min, max_price: max }) => min === null || max === null || min <= max,
      'watch.price_order',
    ),
    ['max_price'],
  ),
);
export type WatchInput = v.InferOutput<typeof WatchInput>;

export const Watch = v.object({
  id: v.string(),
  kind: v.picklist(WATCH_KINDS),
  /** Such as `Löpning i Skåne` or `Vasaloppet 90 km (säljes)`. */
  title: v.string(),
  /** The path of the page that shows what is watched. */
  url: v.string(),
  query: v.nullable(v.string()),
  event_id: v.nullable(v.string()),
  series_id: v.nullable(v.string()),
  distance: v.nullable(v.string()),
  min_price: v.nullable(v.number()),
  max_price: v.nullable(v.number()),
  cadence: v.picklist(CADENCES),
  created_at: v.string(),
  /** Whether its watcher has been asked if it should go on, and has not answered. */
  is_expiring: v.boolean(),
});
export type Watch = v.InferOutput<typeof Watch>;

/** The watches of one address, newest first. */
export const WatchList = v.object({ watches: v.array(Watch), paused_until: v.nullable(v.string()) });
export type WatchList = v.InferOutput<typeof WatchList>;

/** By a mailed link, which does not show the whole address. */
export const WatchesByLink = v.object({ ...WatchList.entries, email: v.string() });
export type WatchesByLink = v.InferOutput<typeof WatchesByLink>;

/** What a mail is about: watches, and whether own ads. `manage_token` belongs to the page with all watches. */
export const WatchesOfMail = v.object({
  watches: v.array(Watch),
  match_alerts: v.boolean(),
  manage_token: v.string(),
});
export type WatchesOfMail = v.InferOutput<typeof WatchesOfMail>;

/** `watch` is null for visitors, who must confirm it by mail first. */
export const WatchCreated = v.object({ message: v.string(), watch: v.nullable(Watch) });
export type WatchCreated = v.InferOutput<typeof WatchCreated>;

/** `manage_token` belongs to the page with all watches of the address. */
export const WatchConfirmed = v.object({ watch: Watch, manage_token: v.string() });
export type WatchConfirmed = v.InferOutput<typeof WatchConfirmed>;

const TOKEN_MAX = 400;
const token = v.pipe(text('watch.link_invalid'), v.maxLength(TOKEN_MAX, 'watch.link_invalid'));
const id = uuid('watch.not_found');

export const WatchToken = fields({ token });
export const WatchId = fields({ id });
export const WatchIdByLink = fields({ token, id });
export const WatchUpdate = fields({ id, cadence });
export const WatchUpdateByLink = fields({ token, id, cadence });
/** `paused` false ends the pause. */
const paused = v.optional(v.boolean('request.invalid'), true);
export const WatchPause = fields({ paused });
export const WatchPauseByLink = fields({ token, paused });

/** `ad` is about one of the member's own ads, `all` about all of them. */
const MATCH_SCOPES = ['ad', 'all'] as const;
export const MatchAlertsOff = fields({ token, scope: v.picklist(MATCH_SCOPES, 'request.invalid') });
export const MatchAlerts = v.object({
  order_number: v.nullable(v.string()),
  event_name: v.nullable(v.string()),
  ad: v.boolean(),
  all: v.boolean(),
});
export type MatchAlerts = v.InferOutput<typeof MatchAlerts>;

export const WatcherCountInput = fields({
  event_id: uuid('event.not_found'),
  announcement_type: v.picklist(ANNOUNCEMENT_TYPES, 'request.invalid'),
});
export const WatcherCount = v.object({ watchers: v.number() });

/** In the data download. */
export const WatchData = v.object({
  email: v.string(),
  paused_until: v.nullable(v.string()),
  watches: v.array(v.object({ ...v.omit(Watch, ['id', 'is_expiring']).entries, renewed_at: v.string() })),
  /** Of visitors: watches that were asked for. Deleted after 14 days. */
  requests: v.array(
    v.object({
      title: v.string(),
      cadence: v.picklist(CADENCES),
      created_at: v.string(),
      confirmed_at: v.nullable(v.string()),
    }),
  ),
  /** What they were mailed, or will be. */
  news: v.array(
    v.object({
      title: v.string(),
      change: v.string(),
      created_at: v.string(),
      is_mailed: v.boolean(),
    }),
  ),
});
export type WatchData = v.InferOutput<typeof WatchData>;
