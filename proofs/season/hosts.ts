// The names of a season's links that no server has.

/** By turns a private address and one of the cloud's metadata. Never a public one, so nothing may be requested. */
const lookups = new Map<string, number>();
export async function resolveSeasonHost(host: string): Promise<string[]> {
  if (host.startsWith('borta'))
    throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
  const turn = lookups.get(host) ?? 0;
  lookups.set(host, turn + 1);
  return [turn % 2 ? '127.0.0.1' : '169.254.169.254'];
}
