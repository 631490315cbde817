import { EVENT_FIELDS, type EventField } from '../../../src/features/events/fields';
import { formatLongDay, isDay } from '../../../src/shared/dates';
import { joinDistances } from '../../../src/shared/distances';

type Values = Record<string, unknown>;
type Props = {
  before: Values;
  after: Values;
  /** The values now, of fields that others have changed since. */
  current?: Values;
  conflicts?: readonly string[];
};

const labelOf = (name: string): string => EVENT_FIELDS[name as EventField]?.label ?? name;

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'tomt';
  if (Array.isArray(value)) return joinDistances(value.map(String)) || 'tomt';
  return typeof value === 'string' && isDay(value) ? formatLongDay(value) : String(value);
}

/** What was and what would be, field by field. */
export function FieldChanges({ before, after, current = {}, conflicts = [] }: Props) {
  return (
    <dl className="field-changes">
      {Object.keys(after).map((name) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <del>
              <span className="visually-hidden">Var: </span>
              {textOf(before[name])}
            </del>
            <span aria-hidden="true"> → </span>
            <ins>
              <span className="visually-hidden">Blir: </span>
              {textOf(after[name])}
            </ins>
            {conflicts.includes(name) && (
              <span className="field-changes-conflict">
                Har ändrats sedan dess till {textOf(current[name])}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
