import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminEvent } from '../../../../src/features/events/admin/contract';
import type { Spot } from '../../../../src/shared/geo';
import { trpc } from '../../../platform/api/trpc';
import type { FormOf } from '../../../platform/forms/use-form';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { useDebounced } from '../../../ui/use-debounced';
import { degreesText, type EventValues, readDegrees, typedSpot } from './event-form-values';

/** The map that the page brings. */
export type SpotMapProps = {
  spot: Spot | null;
  isApproximate: boolean;
  sport: string;
  onSpot: (spot: Spot) => void;
};

type Props = {
  form: FormOf<EventValues>;
  stored: AdminEvent | undefined;
  map: (props: SpotMapProps) => ReactNode;
  /** Gives up a spot that was set by hand. */
  onReset: () => void;
  isResetting: boolean;
};

/** Where the event stands on the map: found from its ort, landskap and address, or set by hand (D29). */
export function SpotField({ form, stored, map, onReset, isResetting }: Props) {
  const { values, set, errorOf } = form;
  const found = useFoundSpot(values, stored);
  const isManual = values.is_manual;
  const typed = { latitude: readDegrees(values.latitude), longitude: readDegrees(values.longitude) };
  const spot = isManual ? wholeSpot(typed) : found.spot;
  const shown = isManual || !found.spot ? values : typedSpot(found.spot);

  const setByHand = (changed: { latitude: string; longitude: string }) => {
    set('latitude', changed.latitude);
    set('longitude', changed.longitude);
    // Both emptied: found again.
    set('is_manual', !!(changed.latitude.trim() || changed.longitude.trim()) || !!stored?.is_manual);
  };
  const control = (name: 'latitude' | 'longitude') => ({
    name,
    value: shown[name],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      setByHand({ latitude: shown.latitude, longitude: shown.longitude, [name]: event.target.value }),
  });

  return (
    <section className="spot-field" aria-labelledby="event-spot">
      <h3 className="event-form-title" id="event-spot">
        Plats på kartan
      </h3>
      <div className="spot-field-word">
        <p aria-live="polite">{isManual ? 'Satt för hand.' : wordFor(found, values)}</p>
        {isManual && (
          <Button busy={isResetting} icon={<RotateCcw size={18} aria-hidden="true" />} onClick={onReset}>
            Återställ plats
          </Button>
        )}
      </div>
      {map({
        spot,
        isApproximate: !isManual && found.isApproximate,
        sport: values.sport_type,
        onSpot: ({ latitude, longitude }) =>
          setByHand({ latitude: degreesText(latitude), longitude: degreesText(longitude) }),
      })}
      <div className="form-pair">
        <Field label="Latitud" optional error={errorOf('latitude')}>
          {(wiring) => <TextInput {...wiring} {...control('latitude')} placeholder="59,33" />}
        </Field>
        <Field label="Longitud" optional error={errorOf('longitude')}>
          {(wiring) => <TextInput {...wiring} {...control('longitude')} placeholder="18,07" />}
        </Field>
      </div>
    </section>
  );
}

const wholeSpot = ({ latitude, longitude }: Record<keyof Spot, number | null>): Spot | null =>
  latitude === null || longitude === null || Number.isNaN(latitude) || Number.isNaN(longitude)
    ? null
    : { latitude, longitude };

type Found = { spot: Spot | null; isApproximate: boolean };

function wordFor({ spot, isApproximate }: Found, { ort, landskap, address }: EventValues): string {
  if (isApproximate) return 'Ungefärlig plats, mitt i landskapet. Klicka på kartan för att sätta den rätta.';
  if (spot) return 'Hittad av ort och adress. Dra markeringen eller klicka på kartan för att rätta den.';
  return ort.trim() || landskap || address.trim()
    ? 'Platsen är inte känd. Klicka på kartan för att sätta den.'
    : 'Fyll i ort eller landskap, eller klicka på kartan.';
}

/** Where the event is found: as it is stored, or where the gazetteer would put what has been typed. */
function useFoundSpot({ ort, landskap, address, is_manual }: EventValues, stored?: AdminEvent): Found {
  const asked = [ort.trim(), landskap, address.trim()];
  const isAsStored =
    !!stored &&
    !stored.is_manual &&
    asked.join('\n') === [stored.ort ?? '', stored.landskap ?? '', stored.address ?? ''].join('\n');
  const settled: string[] = JSON.parse(useDebounced(JSON.stringify(asked), 300));
  const isAsked = !is_manual && !isAsStored && asked.some(Boolean);
  const { data } = trpc.admin.events.findPlace.useQuery(
    { ort: settled[0], landskap: settled[1], address: settled[2] },
    { enabled: isAsked, staleTime: Number.POSITIVE_INFINITY, placeholderData: (before) => before },
  );
  if (isAsStored) return { spot: wholeSpot(stored), isApproximate: stored.is_approximate };
  return { spot: (isAsked && data) || null, isApproximate: (isAsked && data?.is_approximate) || false };
}
