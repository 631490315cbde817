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
    ['ADMIN_USERNAME', 'anna berg'],
    ['ADMIN_PASSWORD', 'kort'],
  ])('%s=%s stops the start with one line that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
  });

  test('the admin is configured by name and password together (D2)', () => {
    const both = readConfig({ ADMIN_USERNAME: 'Anna', ADMIN_PASSWORD: 'Loppet2027' });
    expect(both).toMatchObject({ adminUsername: 'anna', adminPassword: 'Loppet2027' });
    expect(() => readConfig({ ADMIN_USERNAME: 'anna' })).toThrow(
      new ConfigError('ADMIN_PASSWORD must be set when ADMIN_USERNAME is.'),
    );
    expect(() => readConfig({ ADMIN_PASSWORD: 'Loppet2027', ADMIN_USERNAME: '' })).toThrow(
      new ConfigError('ADMIN_USERNAME must be set when ADMIN_PASSWORD is.'),
    );
  });
});
