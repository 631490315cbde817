import { COLUMN_LABELS, fieldText, type SeriesNames } from './field-text';

export type Values = Record<string, unknown>;
export type ChangedValue = { name: string; label: string; before: string; after: string };

/** In the order of the form. Columns without a label are left out, and of a new event (no `before`) those that are not set. */
export function changesOf(
  { before, after }: { before: Values | null; after: Values },
  series?: SeriesNames,
): ChangedValue[] {
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

const isUnset = (value: unknown): boolean =>
  value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0);
