import type { PublicEvent } from '../../../../src/features/events/contract';
import { finishDistances, NO_DISTANCES } from '../../../../src/shared/distance-typing';
import { joinDistances, splitDistances } from '../../../../src/shared/distances';
import { sportNamed } from '../../../../src/shared/sports';
import type { EventFieldValues } from './event-fields';

type StoredFields = Pick<PublicEvent, keyof EventFieldValues>;

/** The fields before anything is typed. */
export const NO_FIELDS: EventFieldValues = {
  event_name: '',
  event_date: '',
  event_end_date: '',
  sport_type: '',
  distances: NO_DISTANCES,
  ort: '',
  landskap: '',
  address: '',
  race_link: '',
  result_link: '',
  organizer: '',
  additional_fields: [],
};

/** The fields of something stored, to be edited: an event, or a proposal of one. */
export function fieldsOf(stored: StoredFields): EventFieldValues {
  return {
    event_name: stored.event_name,
    event_date: stored.event_date,
    event_end_date: stored.event_end_date ?? '',
    // One from elsewhere is none of ours: it has to be chosen.
    sport_type: sportNamed(stored.sport_type) ?? '',
    distances: { taken: splitDistances(stored.distances), draft: '' },
    ort: stored.ort ?? '',
    landskap: stored.landskap ?? '',
    address: stored.address ?? '',
    race_link: stored.race_link ?? '',
    result_link: stored.result_link ?? '',
    organizer: stored.organizer ?? '',
    additional_fields: stored.additional_fields.map((field, key) => ({ key, ...field })),
  };
}

/** What is sent of the fields; distances as a comma string (D16). What was typed and not yet added belongs to them too. */
export function inputOf({ distances, additional_fields, ...texts }: EventFieldValues) {
  const finished = finishDistances(distances, texts.sport_type);
  return {
    input: {
      ...texts,
      distances: joinDistances(finished.taken),
      additional_fields: additional_fields.map(({ label, value }) => ({ label, value })),
    },
    /** The distances as the form shows them from now on. */
    distances: finished,
    /** What else is wrong: text stands in the field of distances that is none. */
    faults: finished.draft ? { distances: 'event.distance' as const } : {},
  };
}
