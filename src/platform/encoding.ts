/** What bytes go out as, the smallest first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Below this the headers of compression cost more than it wins. */
export const WORTH_COMPRESSING = 1400;

/** What browsers say hardly differs: each is read once. */
const known = new Map<string, ReadonlySet<string>>();
const KNOWN_MAX = 200;

/** The encodings that a request takes, by `accept-encoding`; `q=0` is a refusal. */
export function acceptedEncodings(request: Request): ReadonlySet<string> {
  const said = request.headers.get('accept-encoding') ?? '';
  const found = known.get(said);
  if (found) return found;
  const wishes = said.split(',').map((part) => part.split(';').map((word) => word.trim()));
  const accepted = new Set(
    wishes.filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? '')).map(([name = '']) => name),
  );
  if (known.size < KNOWN_MAX && said.length < 100) known.set(said, accepted);
  return accepted;
}

/** The best encoding that the client takes, of those that there are. */
export function encodingFor(request: Request, available: (encoding: Encoding) => boolean): Encoding {
  const accepted = acceptedEncodings(request);
  return ENCODINGS.find((name) => accepted.has(name) && available(name)) ?? 'identity';
}

/** Whether the client has these bytes: tags are compared weakly (RFC 9110, 13.1.2). */
export const isKnownTo = (request: Request, etag: string): boolean => {
  const tags = request.headers.get('if-none-match');
  if (tags === null) return false;
  if (tags === etag) return true;
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
};
