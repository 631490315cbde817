import type { Choices, EventChoices } from '#src/features/announcements/filter/rules.ts';
import { formatDay } from '#src/shared/dates.ts';
import { formatCount } from '#src/shared/text.ts';

export function EventOptions({ events, chosen }: { events: EventChoices; chosen: string }) {
  const names = events.choices.map(({ name }) => name);
  const isAmbiguous = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  return (
    <>
      <option value="">Alla evenemang ({formatCount(events.all)})</option>
      {/* The URL may name an event that has no ads any more. */}
      {!isListed(events, chosen) && <option value={chosen}>Evenemang utan annonser (0)</option>}
      {events.choices.map(({ key, name, date, count }) => (
        <option key={key} value={key}>
          {name}
          {isAmbiguous(name) && `, ${formatDay(date)}`} ({formatCount(count)})
        </option>
      ))}
    </>
  );
}

export const SportOptions = ({ sports, chosen }: { sports: Choices; chosen: string }) => (
  <Options allLabel="Alla sporter" choices={sports} chosen={chosen} />
);

export const LandskapOptions = ({ landskap, chosen }: { landskap: Choices; chosen: string }) => (
  <Options allLabel="Alla landskap" choices={landskap} chosen={chosen} />
);

type OptionsProps = { allLabel: string; choices: Choices; chosen: string };

function Options({ allLabel, choices, chosen }: OptionsProps) {
  return (
    <>
      <option value="">
        {allLabel} ({formatCount(choices.all)})
      </option>
      {!isListed(choices, chosen) && <option value={chosen}>{chosen} (0)</option>}
      {choices.choices.map(({ key, name, count }) => (
        <option key={key} value={key}>
          {name} ({formatCount(count)})
        </option>
      ))}
    </>
  );
}

const isListed = ({ choices }: Choices, chosen: string): boolean =>
  chosen === '' || choices.some(({ key }) => key === chosen);
