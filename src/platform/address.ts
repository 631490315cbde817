import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Addresses and networks with commas between, as in TRUSTED_PROXIES. Throws on what is none. */
export function parseNetworks(list: string): Network[] {
  const texts = list.split(',').map((text) => text.trim());
  return texts.filter(Boolean).map((text) => {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, networks: readonly Network[]) =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

/** An address as a proxy may write it: with a port, and IPv6 then in brackets. */
const withoutPort = (hop: string) =>
  /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;

/**
 * Who asks: the socket's address, or, when that is a trusted proxy, the last address in `X-Forwarded-For` that
 * no trusted proxy has (D2). What an untrusted address claims makes no difference (D23).
 */
export function clientAddress(
  socket: string | undefined,
  forwardedFor: string | null,
  trusted: readonly Network[],
): string {
  // A connection that has closed has no address any more, and what it claimed cannot be trusted.
  if (!socket) return 'unknown';
  const hops = [...(forwardedFor ?? '').split(','), socket].map((hop) => hop.trim()).filter(Boolean);
  let nearest = 'unknown';
  for (const written of hops.reverse()) {
    const hop = withoutPort(written);
    if (!ipaddr.isValid(hop)) break;
    const address = ipaddr.process(hop);
    nearest = address.toString();
    if (!isIn(address, trusted)) break;
  }
  return nearest;
}

/** The key of most limits: an IPv4 address, or the /64 that one IPv6 customer has (D23). */
export function addressBucket(address: string): string {
  return ipaddr.IPv6.isValid(address) ? ipv6Network(address, 4) : address;
}

/** The network that sign-ins to one account are counted by: /24 for IPv4, /64 for IPv6 (D23). */
export function networkOf(address: string): string {
  return ipaddr.IPv4.isValid(address) ? ipv4Network(address) : addressBucket(address);
}

/** A network that one organisation may have entirely: a /24 of IPv4, or a /48 of IPv6. */
export function wideNetworkOf(address: string): string {
  if (ipaddr.IPv4.isValid(address)) return ipv4Network(address);
  return ipaddr.IPv6.isValid(address) ? ipv6Network(address, 3) : address;
}

const ipv4Network = (address: string): string =>
  `${ipaddr.IPv4.parse(address).octets.slice(0, 3).join('.')}.0/24`;

function ipv6Network(address: string, parts: number): string {
  const kept = ipaddr.IPv6.parse(address).parts.slice(0, parts);
  return `${kept.map((part) => part.toString(16)).join(':')}::/${parts * 16}`;
}
