import * as v from 'valibot';
import { ColumnValues, PublicEvent } from '#src/features/events/contract.ts';
import {
  DIRECT_FIELD_NAMES,
  type DirectField,
  EVENT_FIELDS,
  REVIEWED_FIELD_NAMES,
  type ReviewedField,
} from '#src/features/events/fields.ts';
import {
  accountEmail,
  booleanField,
  fields,
  LONG,
  optionalDay,
  optionalText,
  uuid,
  version,
} from '#src/shared/fields.ts';

/** An organiser of a series, as admins see it. `is_active` is false once the link is revoked or has expired. */
export const Organiser = v.object({
  id: v.string(),
  email: v.string(),
  created_at: v.string(),
  created_by: v.string(),
  expires_at: v.string(),
  revoked_at: v.nullable(v.string()),
  last_used_at: v.nullable(v.string()),
  is_active: v.boolean(),
  /** Whether the mail with the link has been sent. */
  is_mailed: v.boolean(),
});
export type Organiser = v.InferOutput<typeof Organiser>;

const seriesId = uuid('series.not_found');

export const OrganisersOfSeries = fields({ id: seriesId });
export const OrganiserInput = fields({ id: seriesId, email: accountEmail('organiser.required') });
export type OrganiserInput = v.InferOutput<typeof OrganiserInput>;
export const OrganiserId = fields({ id: seriesId, organiser_id: uuid('organiser.not_found') });
export type OrganiserId = v.InferOutput<typeof OrganiserId>;

const PROPOSAL_STATUSES = ['pending', 'approved', 'rejected'] as const;

/** What an organiser sees of an event. Days without views are left out. */
export const OrganiserEvent = v.object({
  ...PublicEvent.entries,
  version: v.number(),
  views: v.array(v.object({ day: v.string(), views: v.number() })),
  watchers: v.number(),
  selling: v.number(),
  seeking: v.number(),
  proposal: v.nullable(v.object({ created_at: v.string(), before: ColumnValues, after: ColumnValues })),
});
export type OrganiserEvent = v.InferOutput<typeof OrganiserEvent>;

/** The series with its editions, the latest first. */
export const OrganiserView = v.object({
  email: v.string(),
  expires_at: v.string(),
  series: v.object({ id: v.string(), name: v.string(), url: v.string() }),
  events: v.array(OrganiserEvent),
});
export type OrganiserView = v.InferOutput<typeof OrganiserView>;

const eventId = uuid('event.not_found');

type EditableField = DirectField | ReviewedField;
const editable = Object.fromEntries(
  [...DIRECT_FIELD_NAMES, ...REVIEWED_FIELD_NAMES].map((name) => [
    name,
    v.optional(EVENT_FIELDS[name].input),
  ]),
) as { [Name in EditableField]: v.OptionalSchema<(typeof EVENT_FIELDS)[Name]['input'], undefined> };

/** Fields that are left out stay. */
export const OrganiserUpdate = fields({ id: eventId, version, ...editable });
export type OrganiserUpdate = v.InferOutput<typeof OrganiserUpdate>;

export const OrganiserEventId = fields({ id: eventId });
export const OrganiserCopy = fields({ id: eventId, event_date: optionalDay });
export type OrganiserCopy = v.InferOutput<typeof OrganiserCopy>;

/** A proposal of an organiser, as admins see it. `current` and `conflicts` are about the event now. */
export const AdminProposal = v.object({
  id: v.string(),
  event_id: v.string(),
  event_name: v.string(),
  event_date: v.string(),
  url: v.nullable(v.string()),
  organiser_email: v.string(),
  status: v.picklist(PROPOSAL_STATUSES),
  created_at: v.string(),
  before: ColumnValues,
  after: ColumnValues,
  current: ColumnValues,
  conflicts: v.array(v.string()),
  admin_comments: v.nullable(v.string()),
  reviewed_at: v.nullable(v.string()),
  reviewed_by: v.nullable(v.string()),
});
export type AdminProposal = v.InferOutput<typeof AdminProposal>;

export const ProposalReview = fields({
  id: uuid('proposal.not_found'),
  status: v.picklist(['approved', 'rejected'], 'proposal.status'),
  admin_comments: optionalText(LONG),
  overwrite: v.optional(booleanField, false),
});
export type ProposalReview = v.InferOutput<typeof ProposalReview>;

export const ViewCounted = v.object({ counted: v.boolean() });

/** In the data download of a member with the address. */
export const OrganiserData = v.object({
  links: v.array(
    v.object({
      series_name: v.string(),
      email: v.string(),
      created_at: v.string(),
      expires_at: v.string(),
      revoked_at: v.nullable(v.string()),
      last_used_at: v.nullable(v.string()),
    }),
  ),
  proposals: v.array(
    v.object({
      event_name: v.string(),
      before: ColumnValues,
      after: ColumnValues,
      status: v.picklist(PROPOSAL_STATUSES),
      created_at: v.string(),
      admin_comments: v.nullable(v.string()),
      reviewed_at: v.nullable(v.string()),
    }),
  ),
});
export type OrganiserData = v.InferOutput<typeof OrganiserData>;
