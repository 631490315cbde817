import { CalendarRange, MapPin } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useAfterPaint } from '#client/ui/use-after-paint.ts';
import { nameOfNear } from '#src/features/events/filter/active.ts';
import { MY_POSITION } from '#src/features/events/filter/place.ts';
import { SportIcon } from '../card/sport-icon.tsx';
import { ChoiceCount } from './choice-count.tsx';
import { DistanceOptions } from './distance-options.tsx';
import { countSports } from './facets.ts';
import { LandskapSelect } from './landskap-select.tsx';
import { MonthChips } from './month-chips.tsx';
import { NearOptions } from './near-options.tsx';
import { PeriodOptions } from './period-options.tsx';
import { type FilterProps, sportsFor } from './props.ts';
import { RegistrationChip } from './registration-chip.tsx';

/** Rendered after the sheet has opened. A press is painted first; the counts next to the choices are updated later. */
export function SheetChoices(props: FilterProps) {
  const { filter, onChange } = props;
  const isSheetPainted = useAfterPaint(true, false);
  const deferredProps = { ...props, filter: useAfterPaint(filter) };
  const [expandedPart, setExpandedPart] = useState<'period' | 'near'>();
  const toggle = (part: 'period' | 'near') => setExpandedPart(expandedPart === part ? undefined : part);
  if (!isSheetPainted) return null;
  return (
    <>
      <div className="filter-sheet-months">
        <button
          type="button"
          className="filter-chip"
          aria-expanded={expandedPart === 'period'}
          onClick={() => toggle('period')}
        >
          <CalendarRange size={17} aria-hidden="true" />
          Välj datum
        </button>
        <MonthChips {...deferredProps} />
      </div>
      {expandedPart === 'period' && <PeriodOptions {...props} />}
      <div className="filter-sheet-place">
        <LandskapSelect {...deferredProps} />
        <Button
          icon={<MapPin size={18} aria-hidden="true" />}
          aria-expanded={expandedPart === 'near'}
          aria-pressed={!!filter.near}
          onClick={() => toggle('near')}
        >
          {nearLabel(filter)}
        </Button>
      </div>
      {expandedPart === 'near' && <NearOptions filter={filter} onChange={onChange} />}
      <RegistrationChip {...deferredProps} />
      <h3 className="filter-sheet-title">Sport</h3>
      <SportChoices {...deferredProps} chosen={filter.sport} />
      <h3 className="filter-sheet-title">
        Distans
        {deferredProps.filter.sport && (
          <span className="filter-sheet-sport"> · {deferredProps.filter.sport}</span>
        )}
      </h3>
      <DistanceOptions {...deferredProps} />
    </>
  );
}

/** Short, because the button shares its row with the landskap. */
function nearLabel({ near, within }: FilterProps['filter']): string {
  if (near === MY_POSITION) return 'Nära mig';
  return near ? `${nameOfNear(near)}, ${within} km` : 'Nära …';
}

function SportChoices({ chosen, filter, onSport, events, context }: FilterProps & { chosen: string }) {
  const counts = useMemo(() => countSports({ events, filter, context }), [events, filter, context]);
  return (
    <fieldset className="sport-choices">
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
          <span>{sport || 'Alla sporter'}</span>
          <ChoiceCount count={counts.get(sport)} />
        </label>
      ))}
    </fieldset>
  );
}
