// The negative control removes the filter of the logs.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { openStream } from '#tests/support/live.ts';
import { pngOf } from '#tests/support/media.ts';
import { until } from '#tests/support/process.ts';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { killUnderLoad } from './caddy/load.ts';
import { type Pair, startPair } from './caddy/pair.ts';
import { leakingLines, sendSecrets } from './caddy/secrets.ts';
import { callFrom } from './caddy/visitor.ts';
import { type Caddy, runCaddy, runsCaddyTests, startCaddy } from './support/caddy.ts';

const CADDYFILE = join(import.meta.dir, '../Caddyfile');
const MB = 1024 * 1024;
const KILLS = sized(2, 20);
const CONCURRENCY = sized(4, 32);

const sample: string[] = [];
const violations: string[] = [];
/** Records a violation unless the condition is true. Does not throw, so that the table counts all violations. */
const recordUnless = (isTrue: boolean, violation: string) => {
  if (!isTrue) violations.push(violation);
};
let leaksWithoutFilter = 0;
/** Status and `x-served-from` of the calendar, a page and the list of ads. */
const EXPECTED_WITHOUT_DATABASE = [
  [200, 'snapshot'],
  [200, null],
  [503, null],
];

let pair: Pair;
let caddy: Caddy;
if (runsCaddyTests) {
  beforeAll(async () => {
    pair = await startPair();
    caddy = pair.caddy;
  });
  afterAll(() => pair?.stop());
}

const testWithCaddy = test.if(runsCaddyTests);

testWithCaddy('the Caddyfile is valid and formatted', async () => {
  const environment = { CADDY_LOG: '/dev/null', ACCESS_LOG: '/dev/null' };
  const valid = await runCaddy(['validate', '--adapter', 'caddyfile', '--config', CADDYFILE], environment);
  expect(valid.output).toContain('Valid configuration');
  expect(valid.output).not.toContain('"level":"warn"');
  const formatted = await runCaddy(['fmt', CADDYFILE]);
  expect(formatted.output).toBe(readFileSync(CADDYFILE, 'utf8'));
});

testWithCaddy('TLS and compression work, and each header appears once, as the product sends it', async () => {
  const response = await caddy.fetch('/', { headers: { 'accept-encoding': 'br' }, decompress: false });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const plain = await fetch(caddy.httpUrl, { redirect: 'manual' });
  expect(plain.status).toBe(308);
  expect(plain.headers.get('location')).toStartWith('https://localhost');
});

testWithCaddy(
  'no read fails when an instance is killed under load, and the instance serves again after its restart',
  async () => {
    const { responses, failed, slowestMs, kills, restored } = await killUnderLoad(pair, KILLS, CONCURRENCY);
    sample.push(
      `${kills} kills of an instance under ${responses} reads, the slowest ${Math.round(slowestMs)} ms`,
    );
    for (const failure of failed) violations.push(`a read failed: ${failure}`);
    recordUnless(restored === kills, 'Caddy did not use an instance after its restart');
    expect(failed).toEqual([]);
  },
  300_000,
);

testWithCaddy(
  'without the database, the calendar is served from memory and other reads get the 503 of the product',
  async () => {
    const read = async (path: string) => {
      const { status, headers } = await caddy.fetch(path);
      return [status, headers.get('x-served-from')];
    };
    await pair.withoutDatabase(async () => {
      // Longer than a health check needs to mark an instance as unavailable.
      await Bun.sleep(700);
      const responses = [
        await read('/api/events'),
        await read('/'),
        await read('/api/marketplace/announcements'),
      ];
      recordUnless(
        Bun.deepEquals(responses, EXPECTED_WITHOUT_DATABASE),
        'the calendar was not served without the database',
      );
      expect(responses).toEqual(EXPECTED_WITHOUT_DATABASE);
    });
    await until(async () => (await read('/api/marketplace/announcements'))[0] === 200, 10_000);
    sample.push('the calendar read while the database is unavailable');
  },
  30_000,
);

testWithCaddy(
  "rate limits count a visitor's real address, whatever the forwarding headers claim",
  async () => {
    const PATH = '/api/contact/message';
    const statuses: number[] = [];
    for (let call = 0; call < 14; call++) {
      const headers = {
        'x-forwarded-for': `203.0.113.${call}`,
        'x-real-ip': `203.0.113.${call}`,
        forwarded: `for=203.0.113.${call}`,
      };
      statuses.push(await callFrom(caddy, '127.0.0.2', PATH, { headers, body: '{}' }));
    }
    const wronglyLimited = statuses.filter((status, index) =>
      index < 10 ? status === 429 : status !== 429,
    ).length;
    const otherVisitorStatus = await callFrom(caddy, '127.0.0.3', PATH, { body: '{}' });
    sample.push(`${statuses.length} calls with forged addresses`);
    recordUnless(
      wronglyLimited === 0,
      `${wronglyLimited} calls with a forged address were limited under another address`,
    );
    recordUnless(otherVisitorStatus !== 429, "another visitor shared the first visitor's limit");
    expect([wronglyLimited, otherVisitorStatus]).toEqual([0, 400]);
  },
);

testWithCaddy(
  'live messages are not delayed, and a closed stream also ends behind Caddy',
  async () => {
    const [owner, buyer] = [await makeMember(pair.db), await makeMember(pair.db)];
    const ad = await makeAnnouncement(pair.db, { user_id: owner.id });
    const stream = await openStream({ url: caddy.url }, owner.headers, { ca: caddy.ca });
    let slowestMs = 0;
    for (let count = 1; count <= 5; count++) {
      const startedAt = performance.now();
      const sendResponse = await caddy.fetch('/api/marketplace/messages', {
        method: 'POST',
        headers: { ...buyer.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ announcement_id: ad.id, message_text: `Hej ${count}` }),
      });
      expect(sendResponse.status).toBe(200);
      await stream.until(() => stream.named().length >= count);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
    await stream.leave();
    // An instance allows 5 streams for a member. If closed streams stayed open, the next ones would be refused.
    for (let round = 0; round < 12; round++) {
      const next = await openStream({ url: caddy.url }, owner.headers, { ca: caddy.ca });
      expect(next.code()).toBeUndefined();
      await next.leave();
    }
    sample.push(`5 live messages, the slowest ${Math.round(slowestMs)} ms after it was sent`);
    recordUnless(slowestMs < 3000, 'a live message was delayed');
    expect(slowestMs).toBeLessThan(3000);
  },
  60_000,
);

const upload = (size: number) => {
  const body = new FormData();
  body.append('file', new File([pngOf(size)], 'bild.png'));
  return caddy.fetch('/api/admin/banners/upload', { method: 'POST', headers: pair.admin.headers, body });
};
async function* endlessBody() {
  const chunk = new Uint8Array(64 * 1024);
  for (;;) yield chunk;
}

testWithCaddy(
  'an upload of 50 MB succeeds, and larger or endless bodies get the 413 of the product',
  async () => {
    expect((await upload(50 * MB)).status).toBe(200);
    const json = { 'content-type': 'application/json' };
    const tooLargeCalls: [string, () => Promise<Response>, string][] = [
      ['51 MB', () => upload(51 * MB), 'upload.too_large'],
      [
        '3 MB of JSON',
        () =>
          caddy.fetch('/api/contact/message', {
            method: 'POST',
            headers: json,
            body: JSON.stringify('a'.repeat(3 * MB)),
          }),
        'request.too_large',
      ],
      [
        'endless JSON',
        () =>
          caddy.fetch('/api/contact/message', {
            method: 'POST',
            headers: json,
            body: endlessBody() as unknown as BodyInit,
          }),
        'request.too_large',
      ],
    ];
    for (const [label, call, code] of tooLargeCalls) {
      const response = await call();
      const body = (await response.json()) as { code: string };
      recordUnless(
        response.status === 413 && body.code === code,
        `${label}: ${response.status} ${body.code}`,
      );
      expect([label, response.status, body.code]).toEqual([label, 413, code]);
    }
    sample.push('an upload of 50 MB and 3 bodies over their limits');
  },
  60_000,
);

testWithCaddy(
  'the logs of Caddy contain no token, password or query, even when no instance responds',
  async () => {
    const calls = await sendSecrets(caddy);
    for (const index of [0, 1] as const) await pair.kill(index);
    const callsWithoutInstance = await sendSecrets(caddy);
    const response = await caddy.fetch('/api/contact/message', { method: 'POST' });
    expect([
      response.status,
      response.headers.get('retry-after'),
      ((await response.json()) as { code: string }).code,
    ]).toEqual([503, '2', 'server.unavailable']);
    const lines = caddy.accessLog().split('\n');
    expect(lines.filter((line) => line.includes('"handled request"')).length).toBeGreaterThan(
      calls + callsWithoutInstance,
    );
    const leaks = leakingLines(caddy.accessLog() + caddy.ownLog());
    sample.push(`${calls + callsWithoutInstance} calls with secrets in path, query and headers`);
    for (const line of leaks) violations.push(`a log line contains a secret: ${line}`);
    expect(leaks).toEqual([]);
  },
  60_000,
);

testWithCaddy(
  'control: the logs contain secrets without the filter',
  async () => {
    const config = readFileSync(CADDYFILE, 'utf8').replaceAll(
      /format filter \{[\s\S]*?\n\t\t\}\n/g,
      'format json\n',
    );
    const caddyWithoutFilter = await startCaddy(['http://127.0.0.1:1'], { config, acceptsAnyStatus: true });
    try {
      await sendSecrets(caddyWithoutFilter);
      leaksWithoutFilter = leakingLines(caddyWithoutFilter.accessLog() + caddyWithoutFilter.ownLog()).length;
      expect(leaksWithoutFilter).toBeGreaterThan(0);
    } finally {
      await caddyWithoutFilter.stop();
    }
  },
  60_000,
);

testWithCaddy('has no violations in total', () => {
  reportFigures({
    order: 12,
    promise: 'Behind Caddy, visitors do not notice when an instance dies, and the logs contain no secrets',
    sample: sample.join('; '),
    violations: violations.length,
    control: { without: "the filter of Caddy's logs", violations: leaksWithoutFilter },
    found: [
      'Caddy cut off JSON bodies over its own limit before the product could refuse them, and returned 502. Its limits are now higher than the 32 MB that the product reads after it has refused a body.',
    ],
  });
  expect(violations).toEqual([]);
});
