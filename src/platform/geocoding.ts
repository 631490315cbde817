import * as v from 'valibot';
import type { GeoPosition } from '#src/shared/geo.ts';

export class GeocoderError extends Error {
  override readonly name = 'GeocoderError';
}

export type Geocoder = {
  /** Returns matching locations in Sweden, the most likely first, or an empty list. Throws {@link GeocoderError}. */
  geocode: (query: string, options?: { signal?: AbortSignal }) => Promise<GeoPosition[]>;
};

type Options = {
  /** GEOCODER_URL, with or without `/search`. */
  url: string;
  /** Identifies this client. Public Nominatim servers reject requests without it. */
  userAgent: string;
  fetch?: typeof globalThis.fetch;
  paceMs?: number;
  timeoutMs?: number;
};

/** Public Nominatim servers allow one request a second. */
const PACE_MS = 1000;
const TIMEOUT_MS = 5000;
const RESULTS_MAX = 5;
const RESPONSE_BYTES_MAX = 256 * 1024;

const degrees = (limit: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.nonEmpty(), v.transform(Number))]),
    v.number(),
    v.minValue(-limit),
    v.maxValue(limit),
  );
const ResultList = v.array(v.unknown());
const Hit = v.object({ lat: degrees(90), lon: degrees(180) });

async function readLimitedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > RESPONSE_BYTES_MAX) throw new GeocoderError('The response of the geocoder is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

function readHits(text: string): GeoPosition[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new GeocoderError('The response of the geocoder is not JSON.');
  }
  if (!v.is(ResultList, json)) throw new GeocoderError('The response of the geocoder is not a list.');
  return json.flatMap((item) => {
    const hit = v.safeParse(Hit, item);
    return hit.success ? [{ latitude: hit.output.lat, longitude: hit.output.lon }] : [];
  });
}

function searchUrl(base: string, query: string): URL {
  const url = new URL(base);
  if (!url.pathname.endsWith('/search')) url.pathname = `${url.pathname.replace(/\/+$/, '')}/search`;
  for (const [key, value] of Object.entries({
    q: query,
    format: 'jsonv2',
    countrycodes: 'se',
    limit: RESULTS_MAX,
  })) {
    url.searchParams.set(key, String(value));
  }
  return url;
}

/** Creates a client of a Nominatim-compatible endpoint. It sends one request at a time, at most one a second. */
export function createGeocoder({
  url,
  userAgent,
  fetch = globalThis.fetch,
  paceMs = PACE_MS,
  timeoutMs = TIMEOUT_MS,
}: Options): Geocoder {
  let previous: Promise<unknown> = Promise.resolve();

  async function request(query: string, signal: AbortSignal): Promise<GeoPosition[]> {
    try {
      const response = await fetch(searchUrl(url, query), {
        headers: { 'user-agent': userAgent, accept: 'application/json', 'accept-language': 'sv' },
        redirect: 'error',
        signal,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new GeocoderError(`The geocoder returned status ${response.status}.`);
      }
      return readHits(await readLimitedText(response));
    } catch (error) {
      if (error instanceof GeocoderError) throw error;
      throw new GeocoderError('The geocoder could not be reached.', { cause: error });
    }
  }

  return {
    geocode: (query, { signal } = {}) => {
      const result = previous.then(() => {
        // The time limit starts with the request, not with the wait before it.
        const timeoutSignal = AbortSignal.timeout(timeoutMs);
        return request(query, signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal);
      });
      const pause = () => Bun.sleep(paceMs);
      previous = result.then(pause, pause);
      return result;
    },
  };
}
