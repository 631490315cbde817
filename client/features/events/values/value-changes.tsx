import type { ColumnValues } from '#src/features/events/contract.ts';
import { changedValues } from './changed-values.ts';
import { EMPTY_VALUE, fieldText, type SeriesNames } from './field-text.ts';

type Props = {
  before: ColumnValues | null;
  after: ColumnValues;
  series?: SeriesNames;
  /** Fields that others have changed since, and the values now. */
  conflicts?: readonly string[];
  current?: ColumnValues;
};

/** What was and what will be, field by field. Without `before`, what a new event has. */
export function ValueChanges({ before, after, series, conflicts = [], current = {} }: Props) {
  const changes = changedValues({ before, after }, series);
  if (changes.length === 0) return <p className="value-changes-none">Inget som visas här ändrades.</p>;
  return (
    <dl className="value-changes">
      {changes.map(({ name, label, ...texts }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {before && (
              <>
                <del data-empty={texts.before === EMPTY_VALUE || undefined}>
                  <span className="visually-hidden">Var: </span>
                  {texts.before}
                </del>
                <span aria-hidden="true"> → </span>
              </>
            )}
            <ins data-empty={texts.after === EMPTY_VALUE || undefined}>
              {before && <span className="visually-hidden">Blir: </span>}
              {texts.after}
            </ins>
            {conflicts.includes(name) && (
              <span className="value-changes-conflict">
                Har ändrats sedan dess till {fieldText(name, current[name], series)}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
