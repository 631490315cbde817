import type { ColumnValues } from '#src/features/events/contract.ts';
import { BLANK_VALUES } from '#src/features/events/fields.ts';
import type { EventField } from '#src/features/events/labels.ts';
import { COLUMN_LABELS, fieldText, type SeriesNames } from './field-text.ts';

export type ChangedValue = { name: string; label: string; before: string; after: string };

/**
 * In the order of the form. Columns without a label are left out, and of a new event (no `before`) those that are not
 * set and its series, which not every way of adding an event records.
 */
export function changedValues(
  { before, after }: { before: ColumnValues | null; after: ColumnValues },
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
  name === 'series_id' ||
  value === null ||
  value === false ||
  value === '' ||
  value === BLANK_VALUES[name as EventField] ||
  (Array.isArray(value) && value.length === 0);
