import type { Config } from '../../../platform/config';
import type { Db } from '../../../platform/database';
import { createGeocoder, type Geocoder, GeocoderError } from '../../../platform/geocoding';
import type { Log } from '../../../platform/log';
import { kilometresBetween, type Spot } from '../../../shared/geo';
import { LANDSKAP, landskapNamed } from '../../../shared/landskap';
import { isNearLandskap } from './gazetteer';
import { claimForGeocoding, type GeocodingEvent, releaseFromGeocoding, storeGeocoded } from './store';

/** How far from the places known in its landskap, and from the town the gazetteer found, a spot may lie. */
const NEAR_LANDSKAP_KM = 75;
const NEAR_TOWN_KM = 50;
/** No other instance asks about an event that was taken so many seconds ago. */
const LEASE_SECONDS = 120;

/** What is sent: the address with its town, or the town with its landskap. */
export function questionOf({ address, ort, landskap }: GeocodingEvent): string {
  return [address, ort, !address && landskap].filter(Boolean).join(', ');
}

/** Whether a spot can be where the event is: in Sweden, near its landskap, and near its town when that is known. */
export function isPlausible(spot: Spot, event: GeocodingEvent): boolean {
  const landskap = landskapNamed(event.landskap ?? '');
  const near = landskap ? [landskap] : LANDSKAP;
  if (!near.some((name) => isNearLandskap(spot, name, NEAR_LANDSKAP_KM))) return false;
  const { latitude, longitude, place_source } = event;
  if (place_source !== 'gazetteer' || latitude === null || longitude === null) return true;
  return kilometresBetween(spot, { latitude, longitude }) <= NEAR_TOWN_KM;
}

type Worker = {
  /** Looks for events at once instead of at the next round: something was written. */
  wake: () => void;
  /** Calls off what is under way and resolves when nothing is. */
  stop: () => Promise<void>;
};

type Options = {
  db: Db;
  config: Pick<Config, 'geocoderUrl' | 'siteName' | 'publicUrl'>;
  log: Log;
  fetch?: typeof globalThis.fetch;
  /** Called after a spot was stored: what was kept of the events is stale. */
  onPlaced?: () => unknown;
  /** Milliseconds: between questions, for one answer, between rounds, and the first and last pause when it fails. */
  times?: { pace?: number; timeout?: number; round?: number; backOff?: number; backOffMost?: number };
};

/**
 * Asks the configured geocoder about the places of events in the background (D29), one question a second.
 * Without a GEOCODER_URL nothing runs. A geocoder that is down is left alone for longer and longer, up to an hour.
 */
export function startGeocoding({ db, config, log, fetch, onPlaced, times = {} }: Options): Worker {
  const { geocoderUrl, siteName, publicUrl } = config;
  if (!geocoderUrl) return { wake: () => {}, stop: async () => {} };
  const { pace, timeout, round = 60_000, backOff = 5000, backOffMost = 3_600_000 } = times;
  const userAgent = `${siteName.normalize('NFKD').replace(/[^\x20-\x7e]/g, '')} (${publicUrl ?? 'event calendar'})`;
  const geocoder = createGeocoder({ url: geocoderUrl, userAgent, fetch, pace, timeout });

  const stopping = new AbortController();
  let bell = Promise.withResolvers<void>();
  const wait = async (milliseconds: number, canBeWoken: boolean) => {
    const pause = Promise.withResolvers<void>();
    const end = () => pause.resolve();
    const timer = setTimeout(end, milliseconds);
    stopping.signal.addEventListener('abort', end);
    await (canBeWoken ? Promise.race([pause.promise, bell.promise]) : pause.promise);
    stopping.signal.removeEventListener('abort', end);
    clearTimeout(timer);
  };

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      bell = Promise.withResolvers();
      try {
        const isMore = await placeNext(db, geocoder, stopping.signal, onPlaced);
        failures = 0;
        if (!isMore) await wait(round, true);
      } catch (error) {
        if (stopping.signal.aborted) return;
        const pause = Math.min(backOffMost, backOff * 2 ** failures++);
        const reason = error instanceof Error ? error.message : 'unknown';
        log.warn({ reason, pause_ms: pause }, 'Geocoding failed; it is tried again after a pause');
        await wait(pause, false);
      }
    }
  }

  const running = run();
  return {
    wake: () => bell.resolve(),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Asks about one event and stores the answer. False when there was none to ask about. Throws when it could not ask. */
async function placeNext(
  db: Db,
  geocoder: Geocoder,
  signal: AbortSignal,
  onPlaced?: () => unknown,
): Promise<boolean> {
  const [event] = await claimForGeocoding(db, LEASE_SECONDS);
  if (!event) return false;
  let spots: Spot[];
  try {
    spots = await geocoder.geocode(questionOf(event), { signal });
  } catch (error) {
    if (error instanceof GeocoderError) await releaseFromGeocoding(db, event);
    throw error;
  }
  const spot = spots.find((candidate) => isPlausible(candidate, event));
  const [stored] = await storeGeocoded(db, event, spot);
  if (stored && spot) await onPlaced?.();
  return true;
}
