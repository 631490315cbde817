/**
 * The Caddyfile at work: Debian's Caddy with a certificate of its own before two products. The log's filter is taken out in
 * a test below.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Caddy, hasCaddy, runCaddy, startCaddy } from '../support/caddy';
import { makeAnnouncement, makeMember } from '../support/content';
import { openStream } from '../support/live';
import { pngOf } from '../support/media';
import { sized, tellFigures } from '../support/proof';
import { killUnderLoad } from './caddy/load';
import { type Pair, startPair } from './caddy/pair';
import { sendSecrets, tellingLines } from './caddy/secrets';
import { callFrom } from './caddy/visitor';

const CADDYFILE = join(import.meta.dir, '../../Caddyfile');
const MB = 1024 * 1024;
const KILLS = sized(2, 20);
const LANES = sized(4, 32);

const tried: string[] = [];
const broken: string[] = [];
/** What does not hold is counted, and told when all has been tried. */
const holds = (is: boolean, what: string) => {
  if (!is) broken.push(what);
};
let tellingWithout = 0;

let pair: Pair;
let caddy: Caddy;
if (hasCaddy) {
  beforeAll(async () => {
    pair = await startPair();
    caddy = pair.caddy;
  });
  afterAll(() => pair?.stop());
}

const check = test.if(hasCaddy);

check('the Caddyfile is valid and formatted', async () => {
  const environment = { CADDY_LOG: '/dev/null', ACCESS_LOG: '/dev/null' };
  const valid = await runCaddy(['validate', '--adapter', 'caddyfile', '--config', CADDYFILE], environment);
  expect(valid.said).toContain('Valid configuration');
  expect(valid.said).not.toContain('"level":"warn"');
  const formatted = await runCaddy(['fmt', CADDYFILE]);
  expect(formatted.said).toBe(readFileSync(CADDYFILE, 'utf8'));
});

check('TLS, compression and headers: what the product says, once', async () => {
  const answer = await caddy.fetch('/', { headers: { 'accept-encoding': 'br' }, decompress: false });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const plain = await fetch(caddy.httpUrl, { redirect: 'manual' });
  expect(plain.status).toBe(308);
  expect(plain.headers.get('location')).toStartWith('https://localhost');
});

check(
  'an instance that is killed under load is not noticed, and serves again when it is back',
  async () => {
    const { answers, failed, slowest, kills, back } = await killUnderLoad(pair, KILLS, LANES);
    tried.push(`${kills} kills of an instance under ${answers} reads, the slowest ${Math.round(slowest)} ms`);
    for (const fault of failed) broken.push(`a read failed: ${fault}`);
    holds(back === kills, 'an instance that came back was not used');
    expect(failed).toEqual([]);
  },
  300_000,
);

check("limits count a visitor's own address, whatever it claims to be", async () => {
  const PATH = '/api/contact/message';
  const statuses: number[] = [];
  for (let claim = 0; claim < 14; claim++) {
    const headers = {
      'x-forwarded-for': `203.0.113.${claim}`,
      'x-real-ip': `203.0.113.${claim}`,
      forwarded: `for=203.0.113.${claim}`,
    };
    statuses.push(await callFrom(caddy, '127.0.0.2', PATH, { headers, body: '{}' }));
  }
  const over = statuses.filter((status, index) => (index < 10 ? status === 429 : status !== 429)).length;
  const other = await callFrom(caddy, '127.0.0.3', PATH, { body: '{}' });
  tried.push(`${statuses.length} calls under forged addresses`);
  holds(over === 0, `${over} forged addresses had another limit`);
  holds(other !== 429, "another visitor shared the first one's limit");
  expect([over, other]).toEqual([0, 400]);
});

check(
  'live messages pass at once, and a stream that is left ends behind Caddy too',
  async () => {
    const [owner, buyer] = [await makeMember(pair.db), await makeMember(pair.db)];
    const ad = await makeAnnouncement(pair.db, { user_id: owner.id });
    const stream = await openStream({ url: caddy.url }, owner.headers, { ca: caddy.ca });
    let slowest = 0;
    for (let count = 1; count <= 5; count++) {
      const begun = performance.now();
      const sent = await caddy.fetch('/api/marketplace/messages', {
        method: 'POST',
        headers: { ...buyer.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ announcement_id: ad.id, message_text: `Hej ${count}` }),
      });
      expect(sent.status).toBe(200);
      await stream.until(() => stream.named().length >= count);
      slowest = Math.max(slowest, performance.now() - begun);
    }
    await stream.leave();
    // One instance has 5 for a member: what was left and went on would be in the way.
    for (let left = 0; left < 12; left++) {
      const next = await openStream({ url: caddy.url }, owner.headers, { ca: caddy.ca });
      expect(next.code()).toBeUndefined();
      await next.leave();
    }
    tried.push(`5 live messages, the slowest ${Math.round(slowest)} ms after it was sent`);
    holds(slowest < 3000, 'a live message waited');
    expect(slowest).toBeLessThan(3000);
  },
  60_000,
);

const upload = (size: number) => {
  const body = new FormData();
  body.append('file', new File([pngOf(size)], 'bild.png'));
  return caddy.fetch('/api/admin/banners/upload', { method: 'POST', headers: pair.admin.headers, body });
};
async function* endless() {
  const piece = new Uint8Array(64 * 1024);
  for (;;) yield piece;
}

check(
  '50 MB pass, 51 MB and bodies without end are 413 in the words of the product',
  async () => {
    expect((await upload(50 * MB)).status).toBe(200);
    const json = { 'content-type': 'application/json' };
    const large: [string, () => Promise<Response>, string][] = [
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
        'JSON without end',
        () =>
          caddy.fetch('/api/contact/message', {
            method: 'POST',
            headers: json,
            body: endless() as unknown as BodyInit,
          }),
        'request.too_large',
      ],
    ];
    for (const [what, call, code] of large) {
      const answer = await call();
      const told = (await answer.json()) as { code: string };
      holds(answer.status === 413 && told.code === code, `${what}: ${answer.status} ${told.code}`);
      expect([what, answer.status, told.code]).toEqual([what, 413, code]);
    }
    tried.push('an upload of 50 MB and 3 bodies over their limits');
  },
  60_000,
);

check(
  'what Caddy writes down holds no token, password or query, also when nobody answers',
  async () => {
    const calls = await sendSecrets(caddy);
    for (const which of [0, 1] as const) await pair.kill(which);
    const unanswered = await sendSecrets(caddy);
    const answer = await caddy.fetch('/api/contact/message', { method: 'POST' });
    expect([
      answer.status,
      answer.headers.get('retry-after'),
      ((await answer.json()) as { code: string }).code,
    ]).toEqual([503, '2', 'server.unavailable']);
    const lines = caddy.accessLog().split('\n');
    expect(lines.filter((line) => line.includes('"handled request"')).length).toBeGreaterThan(
      calls + unanswered,
    );
    const telling = tellingLines(caddy.accessLog() + caddy.ownLog());
    tried.push(`${calls + unanswered} calls with secrets in path, query and headers`);
    for (const line of telling) broken.push(`a log told a secret: ${line}`);
    expect(telling).toEqual([]);
  },
  60_000,
);

check(
  'control: without the filter the logs tell them',
  async () => {
    const config = readFileSync(CADDYFILE, 'utf8').replaceAll(
      /format filter \{[\s\S]*?\n\t\t\}\n/g,
      'format json\n',
    );
    const bare = await startCaddy(['http://127.0.0.1:1'], { config, mayFail: true });
    try {
      await sendSecrets(bare);
      tellingWithout = tellingLines(bare.accessLog() + bare.ownLog()).length;
      expect(tellingWithout).toBeGreaterThan(0);
    } finally {
      await bare.stop();
    }
  },
  60_000,
);

check('the figures', () => {
  tellFigures({
    order: 12,
    promise: 'Behind Caddy nobody notices an instance that dies, and its logs tell no secret',
    tried: tried.join('; '),
    broken: broken.length,
    control: { without: "the filter of Caddy's logs", broken: tellingWithout },
    found: [],
  });
  expect(broken).toEqual([]);
});
