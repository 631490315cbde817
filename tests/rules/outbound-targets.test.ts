import { describe, expect, test } from 'bun:test';
import { isPublicAddress, parseAllowedHosts, resolveTarget } from '#src/platform/outbound/target.ts';

describe('public addresses', () => {
  test.each(['93.184.216.34', '2001:4860:4860::8888', '::ffff:93.184.216.34', '64:ff9b::5db8:d822'])(
    'include %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::1',
    '2001:0:7f00:1::1',
    '2001:db8::1',
    'fe80::1',
    'fc00::1',
    'fec0::1',
    'ff02::1',
    'not an address',
  ])('do not include %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('targets', () => {
  const target = (url: string, addresses: string[], allowed = '') =>
    resolveTarget(new URL(url), parseAllowedHosts(allowed) ?? new Set(), async () => addresses).then(
      (found) => found.addresses,
      (error) => error.reason,
    );

  test('keep only the public addresses of a name', async () => {
    expect(await target('https://lopp.se/', ['10.0.0.1', '93.184.216.34'])).toEqual(['93.184.216.34']);
  });

  test.each([
    ['a name with only private addresses', 'https://lopp.se/', ['10.0.0.1']],
    ['a private address', 'http://192.168.1.1/', []],
    ['a decimal address', 'http://2130706433/', []],
    ['an octal address', 'http://0177.0.0.1/', []],
    ['a short address', 'http://127.1/', []],
    ['IPv6 loopback', 'http://[::1]/', []],
    ['IPv4 as IPv6', 'http://[::ffff:127.0.0.1]/', []],
    ['another port', 'https://lopp.se:8080/', ['93.184.216.34']],
    ['SSH', 'http://lopp.se:22/', ['93.184.216.34']],
    ['another scheme', 'ftp://lopp.se/', ['93.184.216.34']],
    ['credentials', 'https://anna:hemligt@lopp.se/', ['93.184.216.34']],
    ['a reserved name', 'https://lopp.example/', ['93.184.216.34']],
    ['a reserved name with a dot', 'https://lopp.example./', ['93.184.216.34']],
    ['localhost', 'http://localhost/', ['93.184.216.34']],
  ])('refuse %s', async (_case, url, addresses) => expect(await target(url, addresses)).toBe('private'));

  test('let named hosts through, with that port only', async () => {
    const allowed = '127.0.0.1:8080, lopp.example:443';
    expect(await target('http://127.0.0.1:8080/', [], allowed)).toEqual(['127.0.0.1']);
    expect(await target('https://lopp.example/', ['10.0.0.1'], allowed)).toEqual(['10.0.0.1']);
    expect(await target('http://127.0.0.1:8081/', [], allowed)).toBe('private');
    expect(await target('http://127.0.0.1/', [], allowed)).toBe('private');
    expect(await target('http://lopp.example/', ['10.0.0.1'], allowed)).toBe('private');
  });

  test('report a name without addresses as an unknown name', async () => {
    expect(await target('https://lopp.se/', [])).toBe('dns');
  });

  test.each(['127.0.0.1', 'lopp.se:http', 'http://lopp.se:80', 'a b:80'])(
    'cannot be allowed as %s',
    (list) => {
      expect(parseAllowedHosts(list)).toBeUndefined();
    },
  );
});
