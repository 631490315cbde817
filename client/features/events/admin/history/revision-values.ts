import type { Revision } from '../../../../../src/features/events/history/contract';
import { COLUMN_LABELS, fieldText, type SeriesNames } from '../../field-text';

export type FieldChange = { name: string; label: string; before: string; after: string };

/** In the order of the form. Columns without a label are left out. */
export function changesOf({ before, after }: Revision, series: SeriesNames): FieldChange[] {
  return Object.entries(COLUMN_LABELS).flatMap(([name, label]) =>
    name in after && !(before === null && isUnset(after[name]))
      ? [
          {
            name,
            label,
            before: fieldText(name, before?.[name], series),
            after: fieldText(name, after[name], series),
          },
        ]
      : [],
  );
}

/** Of a new event, only what was filled in is of interest. */
const isUnset = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

const ACTORS: Record<Revision['actor_kind'], string> = {
  admin: 'Administratör',
  organiser: 'Arrangör',
  source: 'Källa',
  geocoder: 'Platssökningen',
  system: 'Systemet',
};

export const actorOf = ({ actor_kind, actor }: Pick<Revision, 'actor_kind' | 'actor'>): string =>
  actor ? (actor_kind === 'admin' ? actor : `${ACTORS[actor_kind]}: ${actor}`) : ACTORS[actor_kind];
