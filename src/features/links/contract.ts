import * as v from 'valibot';
import { fields, requiredUrl, text, uuid } from '#src/shared/fields.ts';

/** The fields of events that are checked. */
export const LINK_FIELDS = ['race_link', 'registration_url', 'result_link', 'transfer_rules_url'] as const;
export type LinkField = (typeof LINK_FIELDS)[number];

const LINK_STATUSES = ['unchecked', 'ok', 'unknown', 'failing', 'dead'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** What admins look at without a filter. */
export const PROBLEM_STATUSES = ['dead', 'failing', 'unknown'] as const satisfies readonly LinkStatus[];

const LinkUse = v.object({
  id: v.string(),
  event_name: v.string(),
  event_date: v.string(),
  fields: v.array(v.picklist(LINK_FIELDS)),
});

/** `events` are at most 20 of the `event_count` events with the link. */
export const AdminLink = v.object({
  id: v.string(),
  url: v.string(),
  status: v.picklist(LINK_STATUSES),
  reason: v.nullable(v.string()),
  http_status: v.nullable(v.number()),
  since: v.nullable(v.string()),
  tries: v.number(),
  checked_at: v.nullable(v.string()),
  event_count: v.number(),
  events: v.array(LinkUse),
});
export type AdminLink = v.InferOutput<typeof AdminLink>;

/** Without a status, the links with problems. */
export const LinkFilter = fields({
  status: v.nullish(
    v.pipe(
      text(),
      v.check((value) => value === '' || LINK_STATUSES.some((status) => status === value), 'request.invalid'),
      v.transform((value) => (value || null) as LinkStatus | null),
    ),
    null,
  ),
});
export type LinkFilter = v.InferOutput<typeof LinkFilter>;

const linkId = uuid('link.not_found');

export const LinkId = fields({ id: linkId });

/** Without an id, all links that fail or were never checked. */
export const LinkCheck = fields({
  id: v.nullish(linkId, null),
});
export type LinkCheck = v.InferOutput<typeof LinkCheck>;

const count = v.number();
export const LinkCheckResult = v.object({
  checked: count,
  ok: count,
  unknown: count,
  failing: count,
  dead: count,
  remaining: count,
});
export type LinkCheckResult = v.InferOutput<typeof LinkCheckResult>;

export const LinkReplacement = fields({ id: linkId, url: requiredUrl('request.url') });
export type LinkReplacement = v.InferOutput<typeof LinkReplacement>;

/** `event_count` is the number of changed events; `batch_id` undoes the change for a day. */
export const LinkChanged = v.object({
  message: v.string(),
  event_count: v.number(),
  batch_id: v.nullable(v.string()),
});
export type LinkChanged = v.InferOutput<typeof LinkChanged>;
