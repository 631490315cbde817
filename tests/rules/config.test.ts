import { describe, expect, test } from 'bun:test';
import { ConfigError, readConfig } from '../../src/platform/config';

describe('the configuration (D2)', () => {
  test('with nothing set, the defaults', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      demo: undefined,
      siteName: 'Loppkalendern',
      identityCheckWord: 'MrKoll',
      logLevel: 'info',
    });
    expect(readConfig({}).dataDir).toEndWith('/data');
  });

  test('an empty variable is as good as none', () => expect(readConfig({ PORT: '' }).port).toBe(3000));

  test('loopback is trusted as a proxy only when the server listens on loopback', () => {
    expect(readConfig({}).trustedProxies).toHaveLength(2);
    expect(readConfig({ HOST: '0.0.0.0' }).trustedProxies).toHaveLength(0);
    expect(
      readConfig({ HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1' }).trustedProxies,
    ).toHaveLength(2);
  });

  test.each([
    ['PORT', 'hundra'],
    ['PORT', '65536'],
    ['PUBLIC_URL', 'lopp.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['DEMO', 'ja'],
    ['TRUSTED_PROXIES', 'banana'],
    ['MAP_TILE_URL', 'https://tiles.example/x.png'],
    ['GEOCODER_URL', 'ftp://x'],
    ['IDENTITY_CHECK_URL', 'javascript:alert(1)'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s stops the start with one line that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
  });
});
