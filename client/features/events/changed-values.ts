import { COLUMN_LABELS, fieldText, type SeriesNames } from './field-text';

export type Values = Record<string, unknown>;
export type ChangedValue = { name: string; label: string; before: string; after: string };

/** What an event has unless something else is said. */
const DEFAULTS: Values = {
  status: 'scheduled',
  registration_kind: 'open',
  transfer_policy: 'unknown',
  banner_color: 'red',
};

/** In the order of the form. Columns without a label are left out, and of a new event (no `before`) those that are not set. */
export function changesOf(
  { before, after }: { before: Values | null; after: Values },
  series?: SeriesNames,
): ChangedValue[] {
  return Object.entries(COLUMN_LABELS).flatMap(([name, label]) =>
    name in after && !(before === null && isUnset(name, after[name]))
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

const isUnset = (name: string, value: unknown): boolean =>
  value === null ||
  value === false ||
  value === '' ||
  value === DEFAULTS[name] ||
  (Array.isArray(value) && value.length === 0);
