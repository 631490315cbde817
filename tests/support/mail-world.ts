import { beforeEach, expect } from 'bun:test';
import { ACCOUNTS, FORM } from './accounts.ts';
import type { ReadMail } from './mails.ts';
import { appOfFile } from './of-file.ts';
import { callOver, newCaller } from './transports.ts';

export const SITE = 'https://lopp.example';
/** A name with HTML, quotes and Swedish letters. */
export const NAME = '<b>Åsa & "Ö"';

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

export const visibleTextOf = (mail: ReadMail) =>
  (mail.html ?? '')
    .replace(/<style>.*?<\/style>|<[^>]+>/gs, '\n')
    .replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name) => ENTITIES[name] ?? '');

export function expectValidMail(mail: ReadMail, link: RegExp) {
  const hrefs = [...(mail.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  expect(mail.links[0]).toMatch(link);
  // The first link is the button, the second the link under it.
  expect(hrefs.slice(0, 2)).toEqual([mail.links[0] ?? '', mail.links[0] ?? '']);
  for (const url of [...mail.links, ...hrefs]) expect(url).toStartWith(SITE);
  expect(mail.html).not.toMatch(/<img|<link|<script|url\(|@import|src=/);
  const sentences = (mail.text ?? '').split('\n').filter((line) => line && !/^http|^-- |^[^ ]+: /.test(line));
  expect(sentences.length).toBeGreaterThan(4);
  for (const line of sentences) expect(visibleTextOf(mail)).toContain(line.replace(/:$/, ''));
  expect(mail.text).not.toMatch(/undefined|null|\[object/);
}

/** An app that sends mails, with what their tests need. */
export async function openMailWorld() {
  let now = new Date('2027-01-15T10:00:00Z');
  const app = await appOfFile({ mail: true, environment: { PUBLIC_URL: `${SITE}/` }, now: () => now });
  beforeEach(() => {
    now = new Date('2027-01-15T10:00:00Z');
  });

  let personCount = 0;
  const newAddress = () => `person${++personCount}@example.se`;

  const callAccounts = (operation: keyof typeof ACCOUNTS, body: object) =>
    callOver(app, 'rest', ACCOUNTS[operation], { body, headers: newCaller() });
  async function registerNewAddress(full_name = NAME): Promise<{ email: string; mail: ReadMail }> {
    const email = newAddress();
    await callAccounts('register', { ...FORM, email, full_name });
    return { email, mail: await app.nextMail(email) };
  }

  async function waitForQueuedMails() {
    while ((await app.sql`select from outbox`).length > 0) await Bun.sleep(20);
  }

  return {
    app,
    callAccounts,
    newAddress,
    now: () => now,
    registerNewAddress,
    setNow: (value: typeof now) => {
      now = value;
    },
    waitForQueuedMails,
  };
}
