import { setTimeout } from 'node:timers/promises';
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
  /** Calls off what is under way and resolves when nothing is. */
  stop: () => Promise<void>;
};

type Options = {
  db: Db;
  config: Pick<Config, 'geocoderUrl' | 'siteName' | 'publicUrl'>;
  log: Log;
  fetch?: typeof globalThis.fetch;
  /** Milliseconds between two questions, and for one answer. */
  pace?: number;
  timeout?: number;
  /** Resolves after so many milliseconds, or at once when it is called off. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

/** How often the worker looks for something to ask about, in milliseconds. */
export const ROUND = 10_000;
/** The first and the longest pause after a geocoder that failed. */
export const BACK_OFF = 5000;
export const BACK_OFF_MOST = 3_600_000;

const sleep = (milliseconds: number, signal: AbortSignal) =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => {});

/**
 * Asks the configured geocoder about the places of events in the background (D29), one question a second.
 * Without a GEOCODER_URL nothing runs. A geocoder that is down is left alone for longer and longer, up to an hour.
 */
export function startGeocoding({ db, config, log, fetch, pace, timeout, pause = sleep }: Options): Worker {
  const { geocoderUrl, siteName, publicUrl } = config;
  if (!geocoderUrl) return { stop: async () => {} };
  const userAgent = `${siteName.normalize('NFKD').replace(/[^\x20-\x7e]/g, '')} (${publicUrl ?? 'event calendar'})`;
  const geocoder = createGeocoder({ url: geocoderUrl, userAgent, fetch, pace, timeout });
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        const isMore = await placeNext(db, geocoder, signal);
        failures = 0;
        if (!isMore) await pause(ROUND, signal);
      } catch (error) {
        if (signal.aborted) return;
        // A database that is away says nothing of the geocoder: it is looked for at the next round.
        const wait =
          error instanceof GeocoderError ? Math.min(BACK_OFF_MOST, BACK_OFF * 2 ** failures++) : ROUND;
        log.warn({ err: error, pause_ms: wait }, 'Geocoding failed; it is tried again after a pause');
        await pause(wait, signal);
      }
    }
  }

  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Asks about one event and stores the answer. False when there was none to ask about. Throws when it could not ask. */
async function placeNext(db: Db, geocoder: Geocoder, signal: AbortSignal): Promise<boolean> {
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
  await storeGeocoded(db, event, spot);
  return true;
}
