import * as v from 'valibot';
import { email, fields, optionalText, requiredText } from '../../shared/fields';
import { PUBLIC_SPORTS } from '../../shared/sports';
import { distancesFit, endNotBeforeStart, eventCore } from '../events/contract';

/** A proposal from a visitor (sections 5 and 7). `website` is the hidden field of D23. */
export const SubmissionInput = v.pipe(
  fields({
    ...eventCore,
    submitter_name: requiredText('submission.required'),
    submitter_email: email('submission.required'),
    submitter_phone: optionalText(),
    website: optionalText(5000),
  }),
  v.check((event) => distancesFit(event), 'event.distance'),
  v.check((event) => endNotBeforeStart(event), 'event.end_before_start'),
  v.check((event) => PUBLIC_SPORTS.some((sport) => sport === event.sport_type), 'event.sport'),
);
export type SubmissionInput = v.InferOutput<typeof SubmissionInput>;
