import { Copy } from 'lucide-react';
import { tabPath } from '#client/platform/navigation/portal-tabs.ts';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { RACE_FIELD_NAMES, type RaceField } from '#src/features/events/fields.ts';
import { labelOf } from '#src/features/events/labels.ts';
import { placeOf } from '#src/features/events/rules.ts';
import type { AdminSubmission } from '#src/features/submissions/contract.ts';
import { formatDays, formatLongDay } from '#src/shared/dates.ts';

type Race = AdminSubmission['duplicates'][number];
type Fact = { label: string; textOf: (race: Race) => string; isLink?: boolean };

/** Left out, or shown together with another field. */
const OMITTED_FIELDS: readonly RaceField[] = ['event_end_date', 'landskap', 'additional_fields'];

const CUSTOM_FACTS: Partial<Record<RaceField, Omit<Fact, 'isLink'>>> = {
  event_date: { label: 'Datum', textOf: (race) => formatDays(race.event_date, race.event_end_date) },
  ort: { label: 'Plats', textOf: (race) => placeOf(race) ?? '' },
};

const FACTS: readonly Fact[] = RACE_FIELD_NAMES.filter((name) => !OMITTED_FIELDS.includes(name)).map(
  (name) => ({
    label: labelOf(name),
    textOf: (race) => String(race[name] ?? ''),
    isLink: name.endsWith('_link'),
    ...CUSTOM_FACTS[name],
  }),
);

/** Links open in a new tab, to keep the input. */
export function Duplicates({ submission }: { submission: AdminSubmission }) {
  return submission.duplicates.map((event) => (
    <div key={event.id} className="duplicate">
      <p className="duplicate-lead">
        <Copy size={20} aria-hidden="true" />
        <span>
          <strong>Möjlig dubblett.</strong> ”{event.event_name}” den {formatLongDay(event.event_date)} finns
          redan i kalendern.{' '}
          <a href={tabPath('events', { q: event.event_name, date: 'all' })} target="_blank" rel="noopener">
            Visa evenemanget<span className="visually-hidden"> (ny flik)</span>
          </a>
        </span>
      </p>
      <table className="duplicate-facts">
        <thead>
          <tr>
            <td />
            <th scope="col">Förslaget</th>
            <th scope="col">I kalendern</th>
          </tr>
        </thead>
        <tbody>
          {FACTS.map(({ label, textOf, isLink }) => {
            const [proposed, existing] = [textOf(submission), textOf(event)];
            return proposed || existing ? (
              <tr key={label} data-differs={proposed !== existing || undefined}>
                <th scope="row">{label}</th>
                <td>
                  <Cell text={proposed} isLink={isLink} />
                </td>
                <td>
                  <Cell text={existing} isLink={isLink} />
                </td>
              </tr>
            ) : null;
          })}
        </tbody>
      </table>
    </div>
  ));
}

function Cell({ text, isLink }: { text: string; isLink: boolean | undefined }) {
  if (!text) return <span className="duplicate-none">saknas</span>;
  return isLink ? <ExternalLink href={text}>{text}</ExternalLink> : text;
}
