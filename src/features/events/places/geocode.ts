import { setTimeout } from 'node:timers/promises';
import { type Config, userAgentOf } from '#src/platform/config.ts';
import { setActor } from '#src/platform/database/actor.ts';
import { RestoreRunning } from '#src/platform/database/restore-lock.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db } from '#src/platform/database.ts';
import { createGeocoder, type Geocoder, GeocoderError } from '#src/platform/geocoding.ts';
import type { Log } from '#src/platform/log.ts';
import { isNearLandskap } from '#src/shared/gazetteer.ts';
import { type GeoPosition, kilometresBetween } from '#src/shared/geo.ts';
import { LANDSKAP, landskapNamed } from '#src/shared/landskap.ts';
import { claimForGeocoding, type GeocodingEvent, releaseFromGeocoding, storeGeocoded } from './store.ts';

/** A geocoder's position is accepted within these distances of its landskap and of the town found in the gazetteer. */
const NEAR_LANDSKAP_KM = 75;
const NEAR_TOWN_KM = 50;
/** No other instance asks about the same event in this time. */
const LEASE_SECONDS = 120;

function geocoderQuery({ address, ort, landskap }: GeocodingEvent): string {
  return [address, ort, !address && landskap].filter(Boolean).join(', ');
}

function isPlausible(spot: GeoPosition, event: GeocodingEvent): boolean {
  const landskap = landskapNamed(event.landskap ?? '');
  const allowedLandskap = landskap ? [landskap] : LANDSKAP;
  if (!allowedLandskap.some((name) => isNearLandskap(spot, name, NEAR_LANDSKAP_KM))) return false;
  const { latitude, longitude, place_source } = event;
  if (place_source !== 'gazetteer' || latitude === null || longitude === null) return true;
  return kilometresBetween(spot, { latitude, longitude }) <= NEAR_TOWN_KM;
}

type Worker = {
  /** Resolves once the worker has stopped. */
  stop: () => Promise<void>;
};

type Options = {
  db: Db;
  config: Pick<Config, 'geocoderUrl' | 'siteName' | 'publicUrl'>;
  log: Log;
  fetch?: typeof globalThis.fetch;
  /** The interval between requests. */
  paceMs?: number;
  timeoutMs?: number;
  /** Resolves at once when aborted. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

export const POLL_INTERVAL_MS = 10_000;
/** The first and the longest pause after a geocoder error. */
export const BACKOFF_MS = 5000;
export const BACKOFF_MAX_MS = 3_600_000;

const sleep = (milliseconds: number, signal: AbortSignal) =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => {});

/** Does nothing without GEOCODER_URL. Sends one request a second. Backs off after geocoder errors, up to an hour. */
export function startGeocoding({
  db,
  config,
  log,
  fetch,
  paceMs,
  timeoutMs,
  pause = sleep,
}: Options): Worker {
  const { geocoderUrl } = config;
  if (!geocoderUrl) return { stop: async () => {} };
  const geocoder = createGeocoder({
    url: geocoderUrl,
    userAgent: userAgentOf(config),
    fetch,
    paceMs,
    timeoutMs,
  });
  const abortController = new AbortController();
  const { signal } = abortController;

  async function run(): Promise<void> {
    let failureCount = 0;
    while (!signal.aborted) {
      try {
        const hadEvent = await geocodeNext(db, geocoder, signal);
        failureCount = 0;
        if (!hadEvent) await pause(POLL_INTERVAL_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        // Database errors do not count as geocoder errors, so the next attempt is after the normal interval.
        const waitMs =
          error instanceof GeocoderError
            ? Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** failureCount++)
            : POLL_INTERVAL_MS;
        if (!(error instanceof RestoreRunning))
          log.warn({ err: error, pause_ms: waitMs }, 'Geocoding failed and is retried after the pause');
        await pause(waitMs, signal);
      }
    }
  }

  const running = run();
  return {
    stop: async () => {
      abortController.abort();
      await running;
    },
  };
}

/** Returns false if no event is due. */
async function geocodeNext(db: Db, geocoder: Geocoder, signal: AbortSignal): Promise<boolean> {
  const event = await atMostOne(claimForGeocoding(db, LEASE_SECONDS));
  if (!event) return false;
  let spots: GeoPosition[];
  try {
    spots = await geocoder.geocode(geocoderQuery(event), { signal });
  } catch (error) {
    if (error instanceof GeocoderError) await releaseFromGeocoding(db, event);
    throw error;
  }
  const spot = spots.find((candidate) => isPlausible(candidate, event));
  await db.transaction(async (tx) => {
    await setActor(tx, { kind: 'geocoder', name: null });
    await storeGeocoded(tx, event, spot);
  });
  return true;
}
