import { needsPosition, positionFromGazetteer } from '../places/rules.ts';
import { rulesForDistances } from '../transfer/rules.ts';
import type { EventUpdate, NewEvent } from './contract.ts';
import { stateAfterUpdate } from './rules.ts';
import type { EventRow, StoredEvent } from './store.ts';

type Place = Pick<EventRow, 'latitude' | 'longitude' | 'place_source'>;

export function manualPlace({
  latitude,
  longitude,
}: Pick<NewEvent, 'latitude' | 'longitude'>): Place | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude, place_source: 'admin' };
}

/** What an update of a stored event writes. With `needsLookup`, its new place is also looked up by the geocoder. */
export function changeOf(
  before: StoredEvent,
  { latitude, longitude, date_change, ...input }: Omit<EventUpdate, 'id' | 'version'>,
) {
  const spot = manualPlace({ latitude, longitude });
  const needsLookup = !spot && needsPosition(before, input);
  // Rules that were left out may be for a distance that is removed.
  const { transfer_periods = before.transfer_periods, ordinary_prices = before.ordinary_prices } = input;
  return {
    fields: {
      ...input,
      ...stateAfterUpdate(before, input, date_change === 'moved'),
      ...rulesForDistances({ transfer_periods, ordinary_prices }, input.distances),
      ...(spot ?? (needsLookup ? positionFromGazetteer(input) : {})),
    },
    needsLookup,
  };
}
