import { afterAll, expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '#src/platform/config.ts';
import { createLog } from '#src/platform/log.ts';
import { createMailTransport } from '#src/platform/mail/transport.ts';
import type { Mail } from '#src/platform/mail.ts';
import { readMail } from '#tests/support/mails.ts';
import { temporaryDir } from '#tests/support/process.ts';

const dir = temporaryDir();
afterAll(() => dir.remove());

/** As the watches of an address at its limit make it. */
const LONG_URL = `https://lopp.example/bevakning/avsluta/${'Ab-_9'.repeat(80)}`;

const MAIL: Mail = {
  to: 'anna@example.com',
  name: 'Anna Ek',
  subject: 'Inställt: Vasaloppet',
  preheader: '',
  paragraphs: [],
  button: { label: 'Visa loppet', url: 'https://lopp.example/x' },
  notes: [],
};
const LIST = { id: 'bevakning.lopp.example', unsubscribeUrl: LONG_URL };

/** The raw lines of the header. Folded lines stay apart. */
async function sendMail(mail: Partial<Mail>) {
  const config = readConfig({ DATA_DIR: dir.path });
  const transport = createMailTransport(config, createLog('silent'), 'https://lopp.example');
  const id = Bun.randomUUIDv7();
  const signal = new AbortController().signal;
  await transport.send({ id, createdAt: new Date(), mail: { ...MAIL, ...mail } }, signal);
  const folder = join(dir.path, 'outbox');
  const file = (await readdir(folder)).find((name) => name.includes(id)) ?? '';
  const raw = await Bun.file(join(folder, file)).text();
  return { lines: (raw.split('\r\n\r\n')[0] ?? '').split('\r\n'), read: await readMail(raw) };
}
const namesOf = ({ read }: Awaited<ReturnType<typeof sendMail>>) => read.headers.map(({ key }) => key).sort();

test('a mail of a list can be unsubscribed by one click, with a URL that is not broken', async () => {
  const { lines, read } = await sendMail({ list: LIST });
  for (const line of [
    `List-Unsubscribe: <${LONG_URL}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'List-ID: <bevakning.lopp.example>',
    'Precedence: bulk',
    'Auto-Submitted: auto-generated',
  ])
    expect(lines).toContain(line);
  expect(read.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toBe(`<${LONG_URL}>`);
});

test('other mails belong to no list', async () => {
  const names = namesOf(await sendMail({}));
  expect(names.filter((name) => name.startsWith('list-') || name === 'precedence')).toEqual([]);
  expect(names).toContain('auto-submitted');
});

test('names in a mail cannot add headers', async () => {
  const attack = 'Anna\r\nBcc: ond@example.com\r\n\r\nHej';
  const usual = await sendMail({ list: LIST });
  const attacked = await sendMail({ list: LIST, name: attack, subject: attack });
  expect(namesOf(attacked)).toEqual(namesOf(usual));
  expect(attacked.read.to).toMatchObject([{ address: MAIL.to }]);
  expect(attacked.read.subject).toStartWith('Anna');
});

test('names in a mail are not decoded', async () => {
  const { read } = await sendMail({ name: 'Anna =?utf-8?q?=0aX?=', subject: 'Nytt lopp: =?utf-8?q?=0aX?=' });
  expect(read.subject).toBe('Nytt lopp: = ?utf-8?q?=0aX?=');
  expect(read.to).toMatchObject([{ name: 'Anna = ?utf-8?q?=0aX?=' }]);
});
