import * as v from 'valibot';
import { email, fields, LONG, optionalText, requiredText } from '../../shared/fields';
import { PUBLIC_SPORTS } from '../../shared/sports';
import { distancesFit, endNotBeforeStart, eventCore, PublicEvent } from '../events/contract';

/** A proposal from a visitor (sections 5 and 7). `website` is the hidden field of D23. Each fault names its field. */
export const SubmissionInput = v.pipe(
  fields({
    ...eventCore,
    submitter_name: requiredText('submission.required'),
    submitter_email: email('submission.required'),
    submitter_phone: optionalText(LONG),
    website: optionalText(LONG),
  }),
  // Partial: each is told beside faults of other fields.
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

/** What the proposer is answered: their own proposal as it was stored, and the sentence to show (D4, D32). */
export const SubmissionReceipt = v.object({
  ...v.omit(PublicEvent, ['banner_text', 'banner_start_date', 'banner_end_date', 'banner_color']).entries,
  status: v.picklist(['pending', 'approved', 'rejected']),
  submitter_name: v.string(),
  submitter_email: v.string(),
  submitter_phone: v.nullable(v.string()),
  submitted_at: v.string(),
  message: v.string(),
});
export type SubmissionReceipt = v.InferOutput<typeof SubmissionReceipt>;
