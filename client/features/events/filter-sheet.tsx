import { memo } from 'react';
import type { DateFilter } from '../../../src/features/events/rules';
import { LANDSKAP } from '../../../src/shared/landskap';
import { formatCount } from '../../../src/shared/text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Select } from '../../ui/inputs';
import { Segmented } from '../../ui/segmented';
import { useAfterPaint } from '../../ui/use-after-paint';
import { DATE_LABELS } from './active-filters';
import { DistanceOptions } from './distance-options';
import { type FilterProps, sportsFor } from './filter-props';
import { SportIcon } from './sport-icon';

export type FilterSheetProps = FilterProps & {
  matchCount: number | undefined;
  onClear: () => void;
  open: boolean;
  onClose: () => void;
};

const DATES = Object.entries(DATE_LABELS).map(([value, label]) => ({ value: value as DateFilter, label }));

export function FilterSheet(props: FilterSheetProps) {
  const { filter, onChange, matchCount, onClear, open, onClose } = props;
  return (
    <Dialog
      title="Filter"
      isStep
      open={open}
      onClose={onClose}
      headerExtra={
        <Button kind="link" onClick={onClear}>
          Rensa Alla
        </Button>
      }
      footer={
        <Button kind="primary" large wide onClick={onClose}>
          <span aria-live="polite">
            {matchCount === undefined ? 'Visa evenemang' : `Visa ${formatCount(matchCount)} evenemang`}
          </span>
        </Button>
      }
    >
      <div className="filter-sheet">
        <h3 className="filter-sheet-title">Datum</h3>
        <Segmented
          legend="Datum"
          name="date"
          value={filter.date}
          options={DATES}
          onChange={(date) => onChange({ date })}
        />
        <LongChoices {...props} />
      </div>
    </Dialog>
  );
}

/** The long lists of options, rendered after the sheet has opened. A pressed sport is painted before its distances. */
function LongChoices({ filter, onChange, onSport, events }: FilterSheetProps) {
  const hasOpened = useAfterPaint(true, false);
  const sport = useAfterPaint(filter.sport);
  if (!hasOpened) return null;
  return (
    <>
      <h3 className="filter-sheet-title">Sport</h3>
      <SportPills chosen={filter.sport} onSport={onSport} />
      <h3 className="filter-sheet-title">
        Distans{sport && <span className="filter-sheet-sport"> · {sport}</span>}
      </h3>
      <DistanceOptions asPills events={events} sport={sport} chosen={filter.distance} onChange={onChange} />
      <Field label="Landskap">
        {(ariaProps) => (
          <Select
            {...ariaProps}
            name="landskap"
            value={filter.landskap}
            onChange={(event) => onChange({ landskap: event.target.value })}
          >
            <option value="">Alla landskap</option>
            {LANDSKAP.map((landskap) => (
              <option key={landskap}>{landskap}</option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

type SportPillsProps = { chosen: string; onSport: (sport: string) => void };

const SportPills = memo(function SportPills({ chosen, onSport }: SportPillsProps) {
  return (
    <fieldset className="pills">
      <legend className="visually-hidden">Sport</legend>
      {['', ...sportsFor(chosen)].map((sport) => (
        <label key={sport} className="pill choice" data-sport={sport || undefined}>
          <input
            type="radio"
            name="sport"
            value={sport}
            checked={chosen === sport}
            onChange={() => onSport(sport)}
          />
          {sport && <SportIcon sport={sport} size={20} />}
          {sport || 'Alla sporter'}
        </label>
      ))}
    </fieldset>
  );
});
