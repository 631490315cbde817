import { describe, expect, test } from 'bun:test';
import { base32 } from 'oslo/encoding';
import { readClientData, relyingPartyOf } from '#src/features/admins/factors/passkeys/relying-party.ts';
import {
  compactCode,
  isAppCode,
  newRecoveryCodes,
  RECOVERY_CODE_COUNT,
} from '#src/features/admins/factors/recovery-codes/rules.ts';
import { codeAt, matchingStep, newSecret, stepAt } from '#src/features/admins/factors/totp/rules.ts';
import { deviceOf, isLastUseStale } from '#src/features/admins/sessions/rules.ts';

const at = (seconds: number) => new Date(seconds * 1000);

describe('codes of an app', () => {
  const RFC_SECRET = base32.encode(new TextEncoder().encode('12345678901234567890'));

  // The test vectors of RFC 6238, appendix B, with six digits.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [2000000000, '279037'],
  ])('are those of RFC 6238 at %d s', async (seconds, code) => {
    expect(await codeAt(RFC_SECRET, stepAt(at(seconds)))).toBe(code);
  });

  const secret = newSecret();
  const NOW = at(1_800_000_000);
  const STEP = stepAt(NOW);

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('of step %d: %p', async (offset, isAccepted) => {
    const code = await codeAt(secret, STEP + offset);
    expect(await matchingStep(secret, code, NOW, null)).toBe(isAccepted ? STEP + offset : undefined);
  });

  test('are rejected for the last used step and earlier ones', async () => {
    for (const [offset, lastStep, isAccepted] of [
      [0, STEP, false],
      [-1, STEP, false],
      [1, STEP, true],
      [0, STEP - 1, true],
    ] as const) {
      const code = await codeAt(secret, STEP + offset);
      expect(await matchingStep(secret, code, NOW, lastStep)).toBe(isAccepted ? STEP + offset : undefined);
    }
  });

  test('are rejected with other digits and for other secrets', async () => {
    const code = await codeAt(secret, STEP);
    const wrong = String((Number(code) + 500_000) % 1_000_000).padStart(6, '0');
    expect(await matchingStep(secret, wrong, NOW, null)).toBeUndefined();
    expect(await matchingStep(newSecret(), code, NOW, null)).toBeUndefined();
  });

  test('have secrets of 160 bits in Base32', () => {
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSecret()).not.toBe(newSecret());
  });
});

describe('recovery codes', () => {
  test('are ten different ones of 80 bits', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(RECOVERY_CODE_COUNT);
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  });

  test('are compared without separators and case, and differ from codes of an app', () => {
    expect(compactCode(' abcd-efgh ijkl-mnop')).toBe('ABCDEFGHIJKLMNOP');
    expect(['123456', '12345', 'ABCDEFGHIJKLMNOP'].map(isAppCode)).toEqual([true, false, false]);
  });
});

describe('the site of passkeys', () => {
  const partyOf = (publicUrl?: string) => relyingPartyOf({ publicUrl, siteName: 'Loppkalendern' });

  test('is that of PUBLIC_URL alone', () => {
    const party = partyOf('https://lopp.example/kalender');
    expect(party.id).toBe('lopp.example');
    const origins = [
      'https://lopp.example',
      'http://lopp.example',
      'https://www.lopp.example',
      'http://localhost:3000',
    ];
    expect(origins.map(party.accepts)).toEqual([true, false, false, false]);
  });

  test('is localhost on any port without PUBLIC_URL', () => {
    const party = partyOf();
    expect(party.id).toBe('localhost');
    const origins = [
      'http://localhost:3000',
      'http://localhost',
      'http://localhost.example',
      'https://localhost:3000',
    ];
    expect(origins.map(party.accepts)).toEqual([true, true, false, false]);
  });

  test.each(['', 'e30', 'bnVsbA', '!!!', 'WzFd'])('%j is no data of a browser', (data) => {
    expect(readClientData(data)).toBeUndefined();
  });
});

describe('the device of a session', () => {
  const MOZILLA = 'Mozilla/5.0';
  test.each([
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36`,
      'Chrome på Windows',
    ],
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
      'Edge på Windows',
    ],
    [`${MOZILLA} (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0`, 'Firefox på Linux'],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`,
      'Safari på Mac',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1`,
      'Chrome på iPhone',
    ],
    [
      `${MOZILLA} (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet på Android',
    ],
    ['curl/8.5.0', 'curl'],
    ['', null],
    ['<script>alert(1)</script>', null],
  ])('%j is %p', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });

  test('was last used at a time that is stored every 5 minutes', () => {
    const lastUse = at(1_800_000_000).toISOString();
    expect(isLastUseStale(lastUse, at(1_800_000_299))).toBe(false);
    expect(isLastUseStale(lastUse, at(1_800_000_300))).toBe(true);
  });
});
