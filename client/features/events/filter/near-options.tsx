import { LocateFixed } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Combobox } from '#client/ui/combobox.tsx';
import { Field } from '#client/ui/field.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { nameOfNear } from '#src/features/events/filter/active.ts';
import { NO_FILTER, type Sort } from '#src/features/events/filter/filter.ts';
import { MY_POSITION, RADII_KM } from '#src/features/events/filter/place.ts';
import type { SuggestedPlace } from '#src/features/events/filter/place-names.ts';
import type { FilterProps } from './props.ts';
import { useLocate } from './use-near.ts';

const RADII = RADII_KM.map((km) => ({ value: String(km), label: `${km} km` }));
const SORT_LABELS: readonly { value: Sort; label: string }[] = [
  { value: 'date', label: 'Datum' },
  { value: 'nearest', label: 'Närmast först' },
];

/** The choice of a place or the own position and, once chosen, of the radius and the order of the list. */
export function NearOptions({ filter, onChange }: Pick<FilterProps, 'filter' | 'onChange'>) {
  const { near, within, sort } = filter;
  const { isLocating, start } = useLocate(useCallback(() => onChange({ near: MY_POSITION }), [onChange]));
  return (
    <div className="near-options">
      <div className="near-choice">
        <PlaceField near={near} onChoose={(near) => onChange({ near })} />
        <Button
          icon={<LocateFixed size={18} aria-hidden="true" />}
          busy={isLocating}
          aria-pressed={near === MY_POSITION}
          onClick={start}
        >
          Nära mig
        </Button>
      </div>
      {near && (
        <>
          <Segmented
            legend={`Inom, från ${nameOfNear(near)}`}
            name="within"
            value={String(within)}
            options={RADII}
            onChange={(km) => onChange({ within: Number(km) })}
          />
          <Segmented
            legend="Ordning"
            name="sort"
            value={sort}
            options={SORT_LABELS}
            onChange={(order) => onChange({ sort: order })}
          />
          <Button kind="link" onClick={() => onChange({ near: '', sort: NO_FILTER.sort })}>
            Visa hela landet
          </Button>
        </>
      )}
    </div>
  );
}

function PlaceField({ near, onChoose }: { near: string; onChoose: (near: string) => void }) {
  const chosen = near && near !== MY_POSITION ? nameOfNear(near) : '';
  const [query, setQuery] = useState(chosen);
  useEffect(() => setQuery(chosen), [chosen]);
  const places = usePlaces(query === chosen ? '' : query);
  return (
    <Field label="Nära ort">
      {(ariaProps) => (
        <Combobox
          ariaProps={ariaProps}
          name="near"
          placeholder="Skriv en ort"
          query={query}
          onQuery={(text) => {
            setQuery(text);
            if (!text && near) onChoose('');
          }}
          options={places ?? []}
          notice={places?.length === 0 ? 'Ingen ort hittades' : undefined}
          keyOf={keyOf}
          render={({ name, landskap }) => (
            <>
              {name}, <span className="near-landskap">{landskap}</span>
            </>
          )}
          onChoose={(place) => onChoose(place.near)}
          listLabel="Orter"
          keepsText
        />
      )}
    </Field>
  );
}

const keyOf = ({ name, landskap, latitude }: SuggestedPlace) => `${name} ${landskap} ${latitude}`;

/** Loads the gazetteer when the user starts typing. Undefined until then. */
function usePlaces(query: string): readonly SuggestedPlace[] | undefined {
  const [places, setPlaces] = useState<readonly SuggestedPlace[]>();
  useEffect(() => {
    let isCurrent = true;
    if (!query.trim()) setPlaces(undefined);
    else
      import('#src/features/events/filter/place-names.ts').then(
        ({ suggestPlacesNear }) => isCurrent && setPlaces(suggestPlacesNear(query)),
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [query]);
  return places;
}
