import { NO_DISTANCES, type TypedDistances } from '../../../src/shared/distance-typing';
import type { Sport } from '../../../src/shared/sports';
import type { useForm } from '../../platform/use-form';

type SubmissionValues = {
  [Name in Exclude<keyof typeof TEXTS, 'sport_type'>]: string;
} & { sport_type: Sport | ''; distances: TypedDistances };

const TEXTS = {
  event_name: '',
  event_date: '',
  event_end_date: '',
  sport_type: '',
  ort: '',
  landskap: '',
  address: '',
  race_link: '',
  result_link: '',
  organizer: '',
  submitter_name: '',
  submitter_email: '',
  website: '',
};

/** The form before anything is typed. */
export const EMPTY: SubmissionValues = { ...TEXTS, sport_type: '', distances: NO_DISTANCES };

export type SubmissionState = ReturnType<typeof useForm<SubmissionValues>>;
