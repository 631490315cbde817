import ipaddr from 'ipaddr.js';

type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixBits: number];

/** Parses addresses and networks separated by commas, as in TRUSTED_PROXIES. Throws if an entry is invalid. */
export function parseNetworks(list: string): Network[] {
  const entries = list.split(',').map((text) => text.trim());
  return entries.filter(Boolean).map((text) => {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]) =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

const withoutPort = (hop: string) =>
  /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;

/**
 * Returns the client's address. If the socket belongs to a trusted proxy, it is the last address in `X-Forwarded-For`
 * that is not a trusted proxy. The header is ignored if an untrusted address sent it.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | null,
  trustedProxies: readonly Network[],
): string {
  // A closed connection has no address, so its header cannot be trusted.
  if (!socketAddress) return 'unknown';
  const hops = [...(forwardedFor ?? '').split(','), socketAddress].map((hop) => hop.trim()).filter(Boolean);
  let client = 'unknown';
  for (const entry of hops.reverse()) {
    const hop = withoutPort(entry);
    if (!ipaddr.isValid(hop)) break;
    const address = ipaddr.process(hop);
    client = address.toString();
    if (!isIn(address, trustedProxies)) break;
  }
  return client;
}

/** Returns the key for rate limits: the address, or for IPv6 its /64 network, which one customer has. */
export function addressBucket(address: string): string {
  return ipaddr.IPv6.isValid(address) ? ipv6Network(address, 4) : address;
}

/** Returns the network by which sign-ins to one account are counted: /24 for IPv4, /64 for IPv6. */
export function networkOf(address: string): string {
  return ipaddr.IPv4.isValid(address) ? ipv4Network(address) : addressBucket(address);
}

/** Returns a network that one organisation may own: /24 for IPv4, /48 for IPv6. */
export function wideNetworkOf(address: string): string {
  if (ipaddr.IPv4.isValid(address)) return ipv4Network(address);
  return ipaddr.IPv6.isValid(address) ? ipv6Network(address, 3) : address;
}

const ipv4Network = (address: string): string =>
  `${ipaddr.IPv4.parse(address).octets.slice(0, 3).join('.')}.0/24`;

function ipv6Network(address: string, partCount: number): string {
  const prefixParts = ipaddr.IPv6.parse(address).parts.slice(0, partCount);
  return `${prefixParts.map((part) => part.toString(16)).join(':')}::/${partCount * 16}`;
}
