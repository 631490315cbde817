import { AppError } from '#src/shared/errors.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws `request.cross_site` for a write that a browser sends on behalf of another site. Clients other than browsers
 * send neither header and are allowed.
 */
export function refuseCrossSite({ method, headers }: Request, publicUrl: string | undefined): void {
  if (READS.has(method)) return;
  if (headers.get('sec-fetch-site') === 'cross-site') throw new AppError('request.cross_site');
  const origin = headers.get('origin');
  if (origin !== null && !isOwnOrigin(origin, headers.get('host'), publicUrl))
    throw new AppError('request.cross_site');
}

/** The scheme is only compared with PUBLIC_URL: behind a proxy that terminates TLS, the server does not know it. */
function isOwnOrigin(origin: string, host: string | null, publicUrl: string | undefined): boolean {
  const parsed = URL.parse(origin);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) return false;
  const isOwnHost = parsed.host === URL.parse(`${parsed.protocol}//${host}`)?.host;
  return isOwnHost || (publicUrl !== undefined && parsed.origin === URL.parse(publicUrl)?.origin);
}
