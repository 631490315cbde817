/** The encodings that a request takes, by `accept-encoding`; `q=0` is a refusal. */
export function acceptedEncodings(request: Request): Set<string> {
  const parts = (request.headers.get('accept-encoding') ?? '').split(',');
  const wishes = parts.map((part) => part.split(';').map((word) => word.trim()));
  return new Set(
    wishes.filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? '')).map(([name = '']) => name),
  );
}
