import * as v from 'valibot';
import type { Spot } from '../shared/geo';

/** The geocoder cannot be asked now: it is down, too slow, too busy, or what it says makes no sense. */
export class GeocoderError extends Error {
  override readonly name = 'GeocoderError';
}

export type Geocoder = {
  /** Spots in Sweden for that text, the likeliest first; empty when there is none. Throws {@link GeocoderError}. */
  geocode: (query: string, options?: { signal?: AbortSignal }) => Promise<Spot[]>;
};

type Options = {
  /** The endpoint, with or without its `/search` (D2: GEOCODER_URL). */
  url: string;
  /** Who asks: public Nominatim servers refuse those who do not say. */
  userAgent: string;
  fetch?: typeof globalThis.fetch;
  /** Milliseconds between two questions, and for one answer. */
  pace?: number;
  timeout?: number;
};

/** Nominatim's own limit is one question a second. */
const PACE = 1000;
const TIMEOUT = 5000;
const ANSWERS = 5;
const ANSWER_BYTES = 256 * 1024;

const degrees = (limit: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.nonEmpty(), v.transform(Number))]),
    v.number(),
    v.minValue(-limit),
    v.maxValue(limit),
  );
const Answer = v.array(v.unknown());
const Hit = v.object({ lat: degrees(90), lon: degrees(180) });

/** Reads at most so many bytes; an answer that goes on is cut off and refused. */
async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_BYTES) throw new GeocoderError('The geocoder answered with too much.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

function readHits(text: string): Spot[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new GeocoderError('The geocoder did not answer with JSON.');
  }
  if (!v.is(Answer, json)) throw new GeocoderError('The geocoder did not answer with a list.');
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
    limit: ANSWERS,
  })) {
    url.searchParams.set(key, String(value));
  }
  return url;
}

/** A client of a Nominatim-compatible endpoint that asks one thing at a time, at most one a second. */
export function createGeocoder({
  url,
  userAgent,
  fetch = globalThis.fetch,
  pace = PACE,
  timeout = TIMEOUT,
}: Options): Geocoder {
  let turn: Promise<unknown> = Promise.resolve();

  async function ask(query: string, signal: AbortSignal): Promise<Spot[]> {
    try {
      const response = await fetch(searchUrl(url, query), {
        headers: { 'user-agent': userAgent, accept: 'application/json', 'accept-language': 'sv' },
        redirect: 'error',
        signal,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new GeocoderError(`The geocoder answered ${response.status}.`);
      }
      return readHits(await readBounded(response));
    } catch (error) {
      if (error instanceof GeocoderError) throw error;
      throw new GeocoderError('The geocoder could not be reached.', { cause: error });
    }
  }

  return {
    geocode: (query, { signal } = {}) => {
      const asked = turn.then(() => {
        // The time limit runs from when it is asked, not from when it began to wait for its turn.
        const limit = AbortSignal.timeout(timeout);
        return ask(query, signal ? AbortSignal.any([signal, limit]) : limit);
      });
      const paced = () => Bun.sleep(pace);
      turn = asked.then(paced, paced);
      return asked;
    },
  };
}
