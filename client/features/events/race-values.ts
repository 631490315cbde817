import type { PublicEvent } from '../../../src/features/events/contract';
import { RACE_NAMES, type RaceField } from '../../../src/features/events/fields';
import { finishDistances, NO_DISTANCES, type TypedDistances } from '../../../src/shared/distance-typing';
import { joinDistances, splitDistances } from '../../../src/shared/distances';
import { type Sport, sportNamed } from '../../../src/shared/sports';

/** Fields whose value in a form is not a text. */
type Special = 'sport_type' | 'distances' | 'additional_fields';
type TextName = Exclude<RaceField, Special>;

/** What a form holds of a race while it is filled in. */
export type RaceValues = Record<TextName, string> & {
  sport_type: Sport | '';
  distances: TypedDistances;
};

const isText = (name: RaceField): name is TextName =>
  name !== 'sport_type' && name !== 'distances' && name !== 'additional_fields';

/** The fields before anything is typed, or those of something stored: an event, or a proposal of one. */
export function raceValues(stored?: Pick<PublicEvent, RaceField>): RaceValues {
  const texts = RACE_NAMES.filter(isText).map((name) => [name, stored?.[name] ?? '']);
  return {
    ...(Object.fromEntries(texts) as Record<TextName, string>),
    // One from elsewhere is none of ours: it has to be chosen.
    sport_type: sportNamed(stored?.sport_type ?? '') ?? '',
    distances: stored ? { taken: splitDistances(stored.distances), draft: '' } : NO_DISTANCES,
  };
}

/** What is sent of a form with a race: distances as one text (D16), with what was typed and not yet added. */
export function raceInput<Values extends RaceValues>(values: Values) {
  const distances = finishDistances(values.distances, values.sport_type);
  return {
    input: { ...values, distances: joinDistances(distances.taken) },
    /** The distances as the form shows them from now on. */
    distances,
    /** What is wrong that no contract sees: the field of distances holds a text that is none. */
    faults: distances.draft ? { distances: 'event.distance' as const } : {},
  };
}
