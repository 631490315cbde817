import { AppError } from '../shared/errors';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws `request.cross_site` for a write that a browser sends on behalf of another site (D5). Callers other than browsers
 * send neither header and are let through.
 */
export function refuseCrossSite({ method, headers }: Request, publicUrl: string | undefined): void {
  if (READS.has(method)) return;
  if (headers.get('sec-fetch-site') === 'cross-site') throw new AppError('request.cross_site');
  const origin = headers.get('origin');
  if (origin !== null && !isOwnOrigin(origin, headers.get('host'), publicUrl))
    throw new AppError('request.cross_site');
}

/** The scheme is compared for PUBLIC_URL only: behind a proxy that ends TLS, the server does not see it. */
function isOwnOrigin(origin: string, host: string | null, publicUrl: string | undefined): boolean {
  const parsed = URL.parse(origin);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) return false;
  const isOwnHost = parsed.host === URL.parse(`${parsed.protocol}//${host}`)?.host;
  return isOwnHost || (publicUrl !== undefined && parsed.origin === URL.parse(publicUrl)?.origin);
}
