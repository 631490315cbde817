import { describe, expect, test } from 'bun:test';
import { ConfigError, readConfig, siteUrlOf } from '#src/platform/config.ts';

describe('readConfig', () => {
  test('returns the defaults when nothing is set', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      demo: undefined,
      siteName: 'Loppkalendern',
      identityCheckWord: 'MrKoll',
      retentionDays: 365,
      logLevel: 'info',
    });
    expect(readConfig({}).dataDir).toEndWith('/data');
  });

  test('treats an empty variable as unset', () => expect(readConfig({ PORT: '' }).port).toBe(3000));

  test('has the address of the site from PUBLIC_URL, else from the port', () => {
    expect(siteUrlOf(readConfig({ PUBLIC_URL: 'https://lopp.example/', PORT: '3001' }))).toBe(
      'https://lopp.example',
    );
    expect(siteUrlOf(readConfig({ PORT: '3001' }))).toBe('http://localhost:3001');
  });

  test('trusts loopback as a proxy only when the server listens on loopback', () => {
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
    ['DATABASE_URL', 'postgres://a,b:99999/x'],
    ['DATABASE_URL', 'postgres://a,b/x?target_session_attrs=standby'],
    ['DEMO', 'ja'],
    ['TRUSTED_PROXIES', 'banana'],
    ['MAP_TILE_URL', 'https://tiles.example/x.png'],
    ['GEOCODER_URL', 'ftp://x'],
    ['IDENTITY_CHECK_URL', 'javascript:alert(1)'],
    ['RETENTION_DAYS', '-1'],
    ['RETENTION_DAYS', 'ett år'],
    ['LOG_LEVEL', 'loud'],
    ['ADMIN_USERNAME', 'anna berg'],
    ['ADMIN_PASSWORD', 'kort'],
    ['S3_ENDPOINT', 's3.example'],
    ['S3_BUCKET', 'Min hink'],
    ['S3_ACCESS_KEY_ID', 'a b'],
    ['S3_SECRET_ACCESS_KEY', 'a b'],
    ['S3_REGION', 'här'],
  ])('rejects %s=%s with one line that names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`));
  });

  test('requires the admin name and password together', () => {
    const both = readConfig({ ADMIN_USERNAME: 'Anna', ADMIN_PASSWORD: 'Loppet2027' });
    expect(both).toMatchObject({ adminUsername: 'anna', adminPassword: 'Loppet2027' });
    expect(() => readConfig({ ADMIN_USERNAME: 'anna' })).toThrow(
      new ConfigError('ADMIN_PASSWORD must be set when ADMIN_USERNAME is.'),
    );
    expect(() => readConfig({ ADMIN_PASSWORD: 'Loppet2027', ADMIN_USERNAME: '' })).toThrow(
      new ConfigError('ADMIN_USERNAME must be set when ADMIN_PASSWORD is.'),
    );
  });

  test('requires all S3 variables or none, except for the region', () => {
    const all = {
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'lopp',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'hemlig',
    };
    expect(readConfig({}).s3).toBeUndefined();
    expect(readConfig(all).s3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'lopp',
      accessKeyId: 'id',
      secretAccessKey: 'hemlig',
      region: 'us-east-1',
    });
    expect(readConfig({ ...all, S3_REGION: 'eu-north-1' }).s3?.region).toBe('eu-north-1');
    for (const name of Object.keys(all)) {
      expect(() => readConfig({ ...all, [name]: '' })).toThrow(
        new RegExp(`^${name} must be set when S3_\\w+ is\\.$`),
      );
    }
    expect(() => readConfig({ S3_REGION: 'eu-north-1' })).toThrow(
      'S3_ENDPOINT must be set when S3_REGION is.',
    );
  });
});
