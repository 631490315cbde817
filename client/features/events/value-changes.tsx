import { EVENT_FIELD_NAMES, EVENT_FIELDS } from '../../../src/features/events/fields';
import { formatLongDay, isDay } from '../../../src/shared/dates';
import { joinDistances } from '../../../src/shared/distances';

type Values = Record<string, unknown>;

/** What choices mean, as the forms say it. */
const WORDS: Record<string, string> = {
  scheduled: 'Planerat',
  cancelled: 'Inställt',
  postponed: 'Framflyttat',
  open: 'Öppen anmälan',
  lottery: 'Lottning',
  unknown: 'Okänt',
  allowed: 'Tillåten',
  forbidden: 'Inte tillåten',
};
const CHOICES = ['status', 'registration_kind', 'transfer_policy'];

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'tomt';
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nej';
  if (Array.isArray(value))
    return (name === 'distances' ? joinDistances(value.map(String)) : value.map(String).join(', ')) || 'tomt';
  const text = String(value);
  if (CHOICES.includes(name)) return WORDS[text] ?? text;
  return isDay(text) ? formatLongDay(text) : text;
}

const isBlank = (name: string, value: unknown) => textOf(name, value) === 'tomt';

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
                  {textOf(name, before[name])}
                </del>
                <span aria-hidden="true"> → </span>
                <span className="visually-hidden">Blir: </span>
              </>
            )}
            <ins>{textOf(name, after[name])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
