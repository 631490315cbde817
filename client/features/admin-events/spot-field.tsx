import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SpotMapProps } from '#client/features/events/map/spot-map-props.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import type { FormOf } from '#client/platform/forms/use-form.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useDebounced } from '#client/ui/use-debounced.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { GeoPosition } from '#src/shared/geo.ts';
import { degreesText, type EventValues, readDegrees, spotTexts } from './event-form-values.ts';

type Props = {
  form: FormOf<EventValues>;
  stored: AdminEvent | undefined;
  renderSpotMap: (props: SpotMapProps) => ReactNode;
  onReset: () => void;
  isResetting: boolean;
};

export function SpotField({ form, stored, renderSpotMap, onReset, isResetting }: Props) {
  const { values, set, errorOf } = form;
  const lookup = useSpotLookup(values, stored);
  const isManual = values.is_manual;
  const typedDegrees = { latitude: readDegrees(values.latitude), longitude: readDegrees(values.longitude) };
  const spot = isManual ? completeSpot(typedDegrees) : lookup.spot;
  const shownTexts = isManual || !lookup.spot ? values : spotTexts(lookup.spot);

  const setSpotTexts = (changed: { latitude: string; longitude: string }) => {
    set('latitude', changed.latitude);
    set('longitude', changed.longitude);
    // Emptying both fields returns to the looked-up location.
    set('is_manual', !!(changed.latitude.trim() || changed.longitude.trim()) || !!stored?.is_manual);
  };
  const inputProps = (name: 'latitude' | 'longitude') => ({
    name,
    value: shownTexts[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      setSpotTexts({
        latitude: shownTexts.latitude,
        longitude: shownTexts.longitude,
        [name]: event.target.value,
      }),
  });

  return (
    <section className="map-position" aria-labelledby="event-spot">
      <h3 className="event-form-title" id="event-spot">
        Plats på kartan
      </h3>
      <div className="map-position-hint">
        <p aria-live="polite">{isManual ? 'Satt för hand.' : hintFor(lookup, values)}</p>
        {isManual && (
          <Button busy={isResetting} icon={<RotateCcw size={18} aria-hidden="true" />} onClick={onReset}>
            Återställ plats
          </Button>
        )}
      </div>
      {renderSpotMap({
        spot,
        isApproximate: !isManual && lookup.isApproximate,
        sport: values.sport_type,
        onSpot: ({ latitude, longitude }) =>
          setSpotTexts({ latitude: degreesText(latitude), longitude: degreesText(longitude) }),
      })}
      <div className="form-pair">
        <TextField
          label="Latitud"
          optional
          error={errorOf('latitude')}
          {...inputProps('latitude')}
          placeholder="59,33"
        />
        <TextField
          label="Longitud"
          optional
          error={errorOf('longitude')}
          {...inputProps('longitude')}
          placeholder="18,07"
        />
      </div>
    </section>
  );
}

const completeSpot = ({
  latitude,
  longitude,
}: Record<keyof GeoPosition, number | null>): GeoPosition | null =>
  latitude === null || longitude === null || Number.isNaN(latitude) || Number.isNaN(longitude)
    ? null
    : { latitude, longitude };

const LOOKUP_DELAY_MS = 300;

type LookupResult = { spot: GeoPosition | null; isApproximate: boolean };

function hintFor({ spot, isApproximate }: LookupResult, { ort, landskap, address }: EventValues): string {
  if (isApproximate) return 'Ungefärlig plats, mitt i landskapet. Klicka på kartan för att sätta den rätta.';
  if (spot) return 'Hittad av ort och adress. Dra markeringen eller klicka på kartan för att rätta den.';
  return ort.trim() || landskap || address.trim()
    ? 'Platsen är inte känd. Klicka på kartan för att sätta den.'
    : 'Fyll i ort eller landskap, eller klicka på kartan.';
}

/** Returns the stored location or, if the typed place differs, the one that the gazetteer finds. */
function useSpotLookup(
  { ort, landskap, address, is_manual }: EventValues,
  stored?: AdminEvent,
): LookupResult {
  const place = [ort.trim(), landskap, address.trim()];
  const isAsStored =
    !!stored &&
    !stored.is_manual &&
    place.join('\n') === [stored.ort ?? '', stored.landskap ?? '', stored.address ?? ''].join('\n');
  const debounced: string[] = JSON.parse(useDebounced(JSON.stringify(place), LOOKUP_DELAY_MS));
  const needsLookup = !is_manual && !isAsStored && place.some(Boolean);
  const { data } = trpc.admin.events.findPlace.useQuery(
    { ort: debounced[0], landskap: debounced[1], address: debounced[2] },
    { enabled: needsLookup, staleTime: Number.POSITIVE_INFINITY, placeholderData: (before) => before },
  );
  if (isAsStored) return { spot: completeSpot(stored), isApproximate: stored.is_approximate };
  return {
    spot: (needsLookup && data) || null,
    isApproximate: (needsLookup && data?.is_approximate) || false,
  };
}
