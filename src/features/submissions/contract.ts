import * as v from 'valibot';
import { email, fields, LONG, optionalText, requiredText, uuid } from '../../shared/fields';
import { PUBLIC_SPORTS } from '../../shared/sports';
import { distancesFit, endNotBeforeStart } from '../events/contract';
import { RACE_FIELDS, schemasOf } from '../events/fields';

const raceInput = schemasOf(RACE_FIELDS, 'input');

/** Characters that the additional fields of a visitor's proposal may have together: admins read all proposals in one list. */
const FIELDS_MAX = 10_000;

/** A proposal from a visitor (sections 5 and 7). `website` is the hidden field of D23. Each fault names its field. */
export const SubmissionInput = v.pipe(
  fields({
    ...raceInput,
    submitter_name: requiredText('submission.required'),
    submitter_email: email('submission.required'),
    submitter_phone: optionalText(LONG),
    website: optionalText(LONG),
  }),
  // Partial: each is told beside faults of other fields.
  v.forward(
    v.partialCheck(
      [['additional_fields']],
      ({ additional_fields }) =>
        additional_fields.reduce((sum, { label, value }) => sum + label.length + value.length, 0) <=
        FIELDS_MAX,
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

/** The fields of an event as a proposal shows them. */
const proposed = { id: v.string(), ...schemasOf(RACE_FIELDS, 'output') };

/** What the proposer is answered: their own proposal as it was stored, and the sentence to show (D4, D32). */
export const SubmissionReceipt = v.object({
  ...proposed,
  status: v.picklist(SUBMISSION_STATUSES),
  submitter_name: v.string(),
  submitter_email: v.string(),
  submitter_phone: v.nullable(v.string()),
  submitted_at: v.string(),
  message: v.string(),
});
export type SubmissionReceipt = v.InferOutput<typeof SubmissionReceipt>;

/** A proposal with all that admins see (section 3). */
export const AdminSubmission = v.object({
  ...proposed,
  status: v.picklist(SUBMISSION_STATUSES),
  submitter_name: v.string(),
  submitter_email: v.string(),
  submitter_phone: v.nullable(v.string()),
  submitted_at: v.string(),
  admin_comments: v.nullable(v.string()),
  reviewed_at: v.nullable(v.string()),
  /** The user name of the admin who decided. */
  reviewed_by: v.nullable(v.string()),
  /** While it waits: the events of the calendar that it may be once more (D14). */
  duplicates: v.array(v.object(proposed)),
});
export type AdminSubmission = v.InferOutput<typeof AdminSubmission>;

export const SubmissionId = fields({ id: uuid('submission.not_found') });

/** What quick approve says (section 4). */
export const UNCHANGED = 'Godkänd utan ändringar';
/** What a rejection says when nothing was typed (section 4, D28). */
export const NO_REASON = 'Avvisad';

const decision = { id: uuid('submission.not_found'), admin_comments: optionalText(LONG) };

const edits = v.partial(v.object(raceInput));
/** What an admin edits of a proposal, as it is sent. */
export type ProposalEdits = v.InferInput<typeof edits>;

/**
 * A decision about a proposal (section 7). With an approval stand the event fields that were edited, each as it shall be
 * (D28); what is not named stays as proposed. A rejection makes no event, so that nothing edited counts.
 */
export const ReviewInput = v.variant(
  'status',
  [
    fields({ ...decision, status: v.literal('approved'), ...edits.entries }),
    fields({ ...decision, status: v.literal('rejected') }),
  ],
  'submission.status',
);
export type ReviewInput = v.InferOutput<typeof ReviewInput>;
export type Approval = Extract<ReviewInput, { status: 'approved' }>;
export type Rejection = Extract<ReviewInput, { status: 'rejected' }>;

/** The proposal as it is stored from then on, and the sentence to show (D4, D32). */
export const ReviewedSubmission = v.object({ ...AdminSubmission.entries, message: v.string() });
export type ReviewedSubmission = v.InferOutput<typeof ReviewedSubmission>;
