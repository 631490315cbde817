import * as v from 'valibot';
import { distancesFit, endNotBeforeStart } from '#src/features/events/contract.ts';
import { RACE_FIELDS, schemasOf } from '#src/features/events/fields.ts';
import { booleanField, email, fields, LONG, optionalText, requiredText, uuid } from '#src/shared/fields.ts';
import { PUBLIC_SPORTS } from '#src/shared/sports.ts';

const raceInput = schemasOf(RACE_FIELDS, 'input');

/** In characters. Limited because admins load all proposals in one list. */
const ADDITIONAL_FIELDS_LENGTH_MAX = 10_000;

/** `website` is a hidden field that people leave empty and bots fill in (D23). */
export const SubmissionInput = v.pipe(
  fields({
    ...raceInput,
    submitter_name: requiredText('submission.required'),
    submitter_email: email('submission.required'),
    submitter_phone: optionalText(LONG),
    website: optionalText(LONG),
  }),
  // partialCheck reports these issues even if other fields are invalid too.
  v.forward(
    v.partialCheck(
      [['additional_fields']],
      ({ additional_fields }) =>
        additional_fields.reduce((sum, { label, value }) => sum + label.length + value.length, 0) <=
        ADDITIONAL_FIELDS_LENGTH_MAX,
      'submission.too_long',
    ),
    ['additional_fields'],
  ),
  v.forward(
    v.partialCheck([['distances'], ['sport_type']], (event) => distancesFit(event), 'event.distance'),
    ['distances'],
  ),
  v.forward(
    v.partialCheck(
      [['event_date'], ['event_end_date']],
      (event) => endNotBeforeStart(event),
      'event.end_before_start',
    ),
    ['event_end_date'],
  ),
  v.forward(
    v.partialCheck(
      [['sport_type']],
      (event) => PUBLIC_SPORTS.some((sport) => sport === event.sport_type),
      'event.sport',
    ),
    ['sport_type'],
  ),
);
export type SubmissionInput = v.InferOutput<typeof SubmissionInput>;

export const SUBMISSION_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

const proposalFields = { id: v.string(), ...schemasOf(RACE_FIELDS, 'output') };

export const SubmissionReceipt = v.object({
  ...proposalFields,
  status: v.picklist(SUBMISSION_STATUSES),
  submitter_name: v.string(),
  submitter_email: v.string(),
  submitter_phone: v.nullable(v.string()),
  submitted_at: v.string(),
  message: v.string(),
});
export type SubmissionReceipt = v.InferOutput<typeof SubmissionReceipt>;

/** A proposed event, as admins see it. */
export const AdminSubmission = v.object({
  ...proposalFields,
  status: v.picklist(SUBMISSION_STATUSES),
  submitter_name: v.string(),
  submitter_email: v.string(),
  submitter_phone: v.nullable(v.string()),
  submitted_at: v.string(),
  admin_comments: v.nullable(v.string()),
  reviewed_at: v.nullable(v.string()),
  reviewed_by: v.nullable(v.string()),
  /** Events on the same day with the same name, while the proposal is pending (D14). */
  duplicates: v.array(v.object(proposalFields)),
});
export type AdminSubmission = v.InferOutput<typeof AdminSubmission>;

export const SubmissionId = fields({ id: uuid('submission.not_found') });

/** The comment that quick approval sends. */
export const QUICK_APPROVAL_COMMENT = 'Godkänd utan ändringar';
export const DEFAULT_REJECTION_COMMENT = 'Avvisad';

const decisionFields = { id: uuid('submission.not_found'), admin_comments: optionalText(LONG) };

const editFields = v.partial(v.object(raceInput));

/**
 * `invite_organiser` mails the submitter a link to edit the race. Event fields of an approval replace the proposed
 * values. A rejection ignores them, because it creates no event.
 */
export const ReviewInput = v.variant(
  'status',
  [
    fields({
      ...decisionFields,
      status: v.literal('approved'),
      invite_organiser: v.optional(booleanField, false),
      ...editFields.entries,
    }),
    fields({ ...decisionFields, status: v.literal('rejected') }),
  ],
  'submission.status',
);
export type ReviewInput = v.InferOutput<typeof ReviewInput>;
export type Approval = Extract<ReviewInput, { status: 'approved' }>;
export type Rejection = Extract<ReviewInput, { status: 'rejected' }>;

export const ReviewedSubmission = v.object({ ...AdminSubmission.entries, message: v.string() });
export type ReviewedSubmission = v.InferOutput<typeof ReviewedSubmission>;
