/** Smallest output first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const MIN_COMPRESSIBLE_BYTES = 1400;

/** Caches the parsed headers, because browsers send few different ones. */
const encodingsByHeader = new Map<string, ReadonlySet<string>>();
const CACHE_MAX = 200;
const CACHED_HEADER_LENGTH_MAX = 100;

/** Parses `accept-encoding`. `q=0` means that an encoding is not accepted. */
export function acceptedEncodings(request: Request): ReadonlySet<string> {
  const header = request.headers.get('accept-encoding') ?? '';
  const cached = encodingsByHeader.get(header);
  if (cached) return cached;
  const entries = header.split(',').map((part) => part.split(';').map((word) => word.trim()));
  const accepted = new Set(
    entries.filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? '')).map(([name = '']) => name),
  );
  if (encodingsByHeader.size < CACHE_MAX && header.length < CACHED_HEADER_LENGTH_MAX)
    encodingsByHeader.set(header, accepted);
  return accepted;
}

export function encodingFor(request: Request, available: (encoding: Encoding) => boolean): Encoding {
  const accepted = acceptedEncodings(request);
  return ENCODINGS.find((name) => accepted.has(name) && available(name)) ?? 'identity';
}

/**
 * Whether 304 can be returned: `if-none-match` contains the ETag, compared weakly (RFC 9110, 13.1.2), or without that
 * header, `if-modified-since` is not before `lastModified` (13.1.3).
 */
export const isNotModified = (request: Request, etag: string, lastModified?: string): boolean => {
  const tags = request.headers.get('if-none-match');
  if (tags === null) {
    const since = Date.parse(request.headers.get('if-modified-since') ?? '');
    // Dates in headers have whole seconds.
    return lastModified !== undefined && Math.floor(Date.parse(lastModified) / 1000) * 1000 <= since;
  }
  if (tags === etag) return true;
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
};
