import { Merge as MergeIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { EMPTY_VALUE, fieldLabel, fieldText } from '#client/features/events/values/field-text.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import type { DuplicateEvent, DuplicatePair as Pair } from '#src/features/duplicates/contract.ts';
import type { EventField } from '#src/features/events/labels.ts';
import { countOf } from '#src/shared/text.ts';
import { type MergeChoice, pairId } from './use-duplicate-actions.ts';

/** Shown also if they are the same. */
const MAIN_FIELDS: readonly EventField[] = ['event_name', 'event_date', 'sport_type', 'distances', 'ort'];

type Props = {
  pair: Pair;
  isBusy: boolean;
  onMerge: (choice: MergeChoice) => void;
  onDismiss: () => void;
};

export function DuplicatePair({ pair, isBusy, onMerge, onDismiss }: Props) {
  const [keptId, setKeptId] = useState(pair.keep_id);
  const headingId = useId();
  const { events, differing_fields } = pair;
  const names = [...new Set(events.map(({ event_name }) => event_name))];
  const merged = events.find(({ id }) => id !== keptId);
  const rows = [...new Set<string>([...MAIN_FIELDS, ...differing_fields])];
  return (
    <li className="duplicate-pair" data-waits tabIndex={-1} aria-labelledby={headingId}>
      <h2 className="duplicate-title" id={headingId}>
        {names.join(' och ')}
      </h2>
      <table className="duplicate-table">
        <caption className="visually-hidden">Vad de två har, och vilket som behålls</caption>
        <thead>
          <tr>
            <td />
            {events.map((event, index) => (
              <th key={event.id} scope="col">
                <label className="duplicate-choice">
                  <input
                    type="radio"
                    name={headingId}
                    checked={event.id === keptId}
                    onChange={() => setKeptId(event.id)}
                  />
                  Behåll {index === 0 ? 'det första' : 'det andra'}
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((name) => (
            <FieldRow key={name} name={name} events={events} differs={differing_fields.includes(name)} />
          ))}
          <tr>
            <th scope="row">Används av</th>
            {events.map((event) => (
              <td key={event.id}>{usesOf(event)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">Sida</th>
            {events.map((event) => (
              <td key={event.id}>
                {event.url && (
                  <Link className="admin-link" to={event.url}>
                    {event.url}
                  </Link>
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <div className="duplicate-actions">
        <Button
          kind="primary"
          busy={isBusy}
          icon={<MergeIcon size={18} aria-hidden="true" />}
          aria-describedby={headingId}
          onClick={() => merged && onMerge({ id: pairId(pair), mergedId: merged.id, keptId })}
        >
          Slå ihop
        </Button>
        <Button kind="soft" disabled={isBusy} aria-describedby={headingId} onClick={onDismiss}>
          Inte samma lopp
        </Button>
      </div>
    </li>
  );
}

type RowProps = { name: string; events: readonly DuplicateEvent[]; differs: boolean };

function FieldRow({ name, events, differs }: RowProps) {
  return (
    <tr data-differs={differs || undefined}>
      <th scope="row">
        {fieldLabel(name)}
        {differs && <span className="visually-hidden"> (olika)</span>}
      </th>
      {events.map((event) => (
        <td key={event.id}>
          <FieldValue text={fieldText(name, event[name as EventField])} />
        </td>
      ))}
    </tr>
  );
}

function usesOf({ announcement_count: ads, watch_count: watches }: DuplicateEvent): string {
  const parts = [
    ads > 0 && countOf(ads, 'annons', 'annonser'),
    watches > 0 && countOf(watches, 'bevakning', 'bevakningar'),
  ].filter(Boolean);
  return parts.join(', ') || 'Ingen än';
}

const FieldValue = ({ text }: { text: string }) =>
  text === EMPTY_VALUE ? <span className="duplicate-none">{text}</span> : text;
