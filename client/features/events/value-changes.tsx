import { EVENT_FIELD_NAMES, EVENT_FIELDS } from '../../../src/features/events/fields';
import { EMPTY_VALUE, fieldText } from './field-text';

type Values = Record<string, unknown>;

const isBlank = (name: string, value: unknown) => fieldText(name, value) === EMPTY_VALUE;

/** Shown above the fields of a new event. */
const HEADING: readonly string[] = ['event_name', 'event_date'];

/** What was and what will be, field by field. Without `before`, what a new event has. */
export function ValueChanges({ before, after }: { before: Values | null; after: Values }) {
  const names = EVENT_FIELD_NAMES.filter(
    (name) => name in after && (before || !(HEADING.includes(name) || isBlank(name, after[name]))),
  );
  return (
    <dl className="value-changes">
      {names.map((name) => (
        <div key={name}>
          <dt>{EVENT_FIELDS[name].label}</dt>
          <dd>
            {before && (
              <>
                <del>
                  <span className="visually-hidden">Var: </span>
                  {fieldText(name, before[name])}
                </del>
                <span aria-hidden="true"> → </span>
                <span className="visually-hidden">Blir: </span>
              </>
            )}
            <ins>{fieldText(name, after[name])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
