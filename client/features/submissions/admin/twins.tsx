import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminSubmission } from '../../../../src/features/submissions/contract';
import { formatDays, formatLongDay } from '../../../../src/shared/dates';
import { OutLink } from '../../../ui/out-link';
import { placeOf } from './labels';
import type { Race } from './race-slots';

/** What is held side by side. */
const FACTS: readonly { label: string; textOf: (race: Race) => string; cell?: (race: Race) => ReactNode }[] =
  [
    { label: 'Namn', textOf: (race) => race.event_name },
    { label: 'Datum', textOf: (race) => formatDays(race.event_date, race.event_end_date) },
    { label: 'Sport', textOf: (race) => race.sport_type },
    { label: 'Distanser', textOf: (race) => race.distances },
    { label: 'Plats', textOf: placeOf },
    { label: 'Adress', textOf: (race) => race.address ?? '' },
    { label: 'Arrangör', textOf: (race) => race.organizer ?? '' },
    {
      label: 'Länk',
      textOf: (race) => race.race_link ?? '',
      cell: ({ race_link }) => (race_link ? <OutLink href={race_link}>{race_link}</OutLink> : ''),
    },
  ];

type Props = { submission: AdminSubmission; eventsPath: (name: string) => string };

/** The events that a proposal may be once more (D14), each beside it. They open in another tab: what is typed here stays. */
export function Twins({ submission, eventsPath }: Props) {
  return submission.duplicates.map((event) => (
    <div key={event.id} className="twin">
      <p className="twin-lead">
        <Copy size={20} aria-hidden="true" />
        <span>
          <strong>Möjlig dubblett.</strong> ”{event.event_name}” den {formatLongDay(event.event_date)} finns
          redan i kalendern.{' '}
          <a href={eventsPath(event.event_name)} target="_blank" rel="noopener">
            Visa evenemanget<span className="visually-hidden"> (ny flik)</span>
          </a>
        </span>
      </p>
      <table className="twin-facts">
        <thead>
          <tr>
            <td />
            <th scope="col">Förslaget</th>
            <th scope="col">I kalendern</th>
          </tr>
        </thead>
        <tbody>
          {FACTS.map(({ label, textOf, cell = textOf }) => {
            const [proposed, existing] = [textOf(submission), textOf(event)];
            return proposed || existing ? (
              <tr key={label} data-differs={proposed !== existing || undefined}>
                <th scope="row">{label}</th>
                <td>{proposed ? cell(submission) : <None />}</td>
                <td>{existing ? cell(event) : <None />}</td>
              </tr>
            ) : null;
          })}
        </tbody>
      </table>
    </div>
  ));
}

const None = () => <span className="twin-none">saknas</span>;
