import { describe, expect, test } from 'bun:test';
import {
  addressBucket,
  clientAddress,
  networkOf,
  parseNetworks,
  wideNetworkOf,
} from '#src/platform/http/address.ts';

const TRUSTED_PROXIES = parseNetworks('10.0.0.0/8, ::1');

describe('client addresses', () => {
  test.each([
    ['no proxy', '203.0.113.7', null, '203.0.113.7'],
    ['an untrusted client that claims another address', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['a trusted proxy', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['two trusted proxies', '10.0.0.1', '198.51.100.1, 10.2.3.4', '198.51.100.1'],
    ['a claim before an untrusted hop', '10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['a hop that is not an address', '10.0.0.1', '198.51.100.1, garbage', '10.0.0.1'],
    ['IPv4 written as IPv6', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a proxy that adds ports', '10.0.0.1', '6.6.6.6, 198.51.100.1:4711, 10.2.3.4:80', '198.51.100.1'],
    ['a proxy that adds ports to IPv6', '10.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['IPv6 in brackets without a port', '10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['an invalid address with a port', '10.0.0.1', '198.51.100.1, 6.6.6:80:80', '10.0.0.1'],
    ['only trusted addresses', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
    ['no socket', undefined, null, 'unknown'],
    ['no socket, but a forwarded address', undefined, '198.51.100.1', 'unknown'],
  ])('are resolved with %s', (_case, socket, forwarded, address) => {
    expect(clientAddress(socket, forwarded, TRUSTED_PROXIES)).toBe(address);
  });

  test('are limited per IPv4 address and per IPv6 /64 (the network of one customer)', () => {
    expect(addressBucket('203.0.113.7')).toBe('203.0.113.7');
    expect(addressBucket('2001:db8:1:2:3:4:5:6')).toBe(addressBucket('2001:db8:1:2::9'));
    expect(addressBucket('2001:db8:1:2::1')).not.toBe(addressBucket('2001:db8:1:3::1'));
  });

  test('belong to a wide network of /24 for IPv4 and of /48 for IPv6', () => {
    expect(wideNetworkOf('203.0.113.7')).toBe('203.0.113.0/24');
    expect(wideNetworkOf('2001:db8:1:2::1')).toBe('2001:db8:1::/48');
    expect(wideNetworkOf('2001:db8:1:2::1')).toBe(wideNetworkOf('2001:db8:1:ffff::9'));
    expect(wideNetworkOf('unknown')).toBe('unknown');
  });

  test('are grouped by IPv4 /24 and IPv6 /64 for sign-ins to one account', () => {
    expect(networkOf('203.0.113.7')).toBe(networkOf('203.0.113.200'));
    expect(networkOf('203.0.113.7')).not.toBe(networkOf('203.0.114.7'));
    expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:3::9'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
    expect(networkOf('unknown')).toBe('unknown');
  });
});
