import type { PublicEvent } from '#src/features/events/contract.ts';
import { RACE_FIELD_NAMES, type RaceField } from '#src/features/events/fields.ts';
import { commitDistances, NO_DISTANCES, type TypedDistances } from '#src/shared/distance-input.ts';
import { joinDistances, splitDistances } from '#src/shared/distances.ts';
import { type Sport, sportNamed } from '#src/shared/sports.ts';

type NonTextName = 'sport_type' | 'distances' | 'additional_fields';
type TextName = Exclude<RaceField, NonTextName>;

export type RaceValues = Record<TextName, string> & {
  sport_type: Sport | '';
  distances: TypedDistances;
};

const isText = (name: RaceField): name is TextName =>
  name !== 'sport_type' && name !== 'distances' && name !== 'additional_fields';

export function raceValues(stored?: Pick<PublicEvent, RaceField>): RaceValues {
  const texts = RACE_FIELD_NAMES.filter(isText).map((name) => [name, stored?.[name] ?? '']);
  return {
    ...(Object.fromEntries(texts) as Record<TextName, string>),
    // An unknown sport is cleared, so that the user has to choose one.
    sport_type: sportNamed(stored?.sport_type ?? '') ?? '',
    distances: stored ? { committed: splitDistances(stored.distances), draft: '' } : NO_DISTANCES,
  };
}

/** Includes the text of the distance field that is not yet added. */
export function raceInput<Values extends RaceValues>(values: Values) {
  const distances = commitDistances(values.distances, values.sport_type);
  return {
    input: { ...values, distances: joinDistances(distances.committed) },
    distances,
    /** Errors that the schema cannot detect: the distance field contains an invalid text. */
    errors: distances.draft ? { distances: 'event.distance' as const } : {},
  };
}
