import { ADDRCONFIG } from 'node:dns';
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { OutboundError, reasonOfLookup } from './failure.ts';

/** Returns the addresses of a host name. Throws an error with the `code` of the system's resolver. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true, hints: ADDRCONFIG })).map(({ address }) => address);

/** An address and port that may be requested although they are private, as `host:port` in lower case. */
export type AllowedHosts = ReadonlySet<string>;

/** Parses SOURCE_ALLOW_HOSTS: `host:port`, separated by commas. Returns undefined if an entry is invalid. */
export function parseAllowedHosts(list: string): Set<string> | undefined {
  const entries = list.split(',').map((entry) => entry.trim().toLowerCase());
  const hosts = entries.filter(Boolean);
  return hosts.every((host) => /^([^\s:/[\]]+|\[[\da-f:.]+\]):\d{1,5}$/.test(host))
    ? new Set(hosts)
    : undefined;
}

const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

/** Nobody can own these names (RFC 2606, RFC 6762, RFC 8375). Demonstration data uses the first. */
const RESERVED_NAMES = /(^|\.)(example|test|invalid|localhost|local|internal|home\.arpa)\.?$/;

/** All of `2000::/3` that is not reserved: everything else of IPv6 is private or not assigned. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses that contain an IPv4 address are judged by that one. Others that lead to another network are refused. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  if (address.range() === 'rfc6052') return isPublicAddress(address.toByteArray().slice(-4).join('.'));
  return address.range() === 'unicast' && address.match(GLOBAL_IPV6);
}

export type Target = { url: URL; addresses: readonly string[] };

/**
 * Checks an address and resolves its host. The connection must use `addresses`, because a second lookup may return
 * others. Throws {@link OutboundError} `private` or `dns`.
 */
export async function resolveTarget(url: URL, allowed: AllowedHosts, resolve: Resolve): Promise<Target> {
  const defaultPort = PORTS[url.protocol];
  if (!defaultPort || url.username || url.password) throw new OutboundError('private');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLiteral = ipaddr.isValid(host);
  if (allowed.has(`${url.hostname}:${url.port || defaultPort}`))
    return { url, addresses: isLiteral ? [host] : await resolveName(host, resolve) };
  const isWebPort = url.port === '' || Object.values(PORTS).includes(url.port);
  if (!isWebPort || RESERVED_NAMES.test(host)) throw new OutboundError('private');
  const addresses = isLiteral ? [host] : await resolveName(host, resolve);
  const publicAddresses = addresses.filter(isPublicAddress);
  if (publicAddresses.length === 0) throw new OutboundError('private');
  return { url, addresses: publicAddresses };
}

async function resolveName(host: string, resolve: Resolve): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await resolve(host);
  } catch (cause) {
    throw new OutboundError(reasonOfLookup(cause), { cause });
  }
  if (addresses.length === 0) throw new OutboundError('dns');
  return addresses;
}
