import { fieldLabel, fieldText } from '../events/field-text';

type Values = Record<string, unknown>;
type Props = {
  before: Values;
  after: Values;
  /** The values now, of fields that others have changed since. */
  current?: Values;
  conflicts?: readonly string[];
};

/** What was and what would be, field by field. */
export function FieldChanges({ before, after, current = {}, conflicts = [] }: Props) {
  return (
    <dl className="field-changes">
      {Object.keys(after).map((name) => (
        <div key={name}>
          <dt>{fieldLabel(name)}</dt>
          <dd>
            <del>
              <span className="visually-hidden">Var: </span>
              {fieldText(name, before[name])}
            </del>
            <span aria-hidden="true"> → </span>
            <ins>
              <span className="visually-hidden">Blir: </span>
              {fieldText(name, after[name])}
            </ins>
            {conflicts.includes(name) && (
              <span className="field-changes-conflict">
                Har ändrats sedan dess till {fieldText(name, current[name])}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
