import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountMails } from '#src/features/accounts/mails.ts';
import { sweepFileOutbox } from '#src/platform/mail/transport.ts';
import { FORM } from '#tests/support/accounts.ts';
import { makeAccount } from '#tests/support/content.ts';
import { openMailWorld, SITE } from '#tests/support/mail-world.ts';

const { app, callAccounts, newAddress, now, registerNewAddress, waitForQueuedMails } = await openMailWorld();

describe('mails to one recipient', () => {
  const VERIFY_SUBJECT = 'Verifiera din e-postadress';
  const RESET_SUBJECT = 'Återställ ditt lösenord';
  const subjectsTo = async (email: string) => {
    await waitForQueuedMails();
    return (await app.mailsTo(email)).map(({ subject }) => subject);
  };

  test('are limited to three an hour while nobody has verified the address, from all callers together', async () => {
    const { email } = await registerNewAddress();
    for (let i = 0; i < 3; i++) {
      for (const operation of ['resend', 'forgot'] as const) {
        const { status } = await callAccounts(operation, { email });
        expect(status).toBe(200);
        await waitForQueuedMails();
      }
    }
    expect(await subjectsTo(email)).toHaveLength(3);
    // Registering the address again gets the same response, and counts too.
    expect((await callAccounts('register', { ...FORM, email })).status).toBe(200);
    expect(await subjectsTo(email)).toHaveLength(3);
    expect(
      (
        await app.sql`select from marketplace_tokens t join marketplace_users u on u.id = t.user_id
      where u.email = ${email}`
      ).length,
    ).toBe(3);
    await app.sql`update rate_limits set hits = array(select hit - interval '61 minutes' from unnest(hits) hit)`;
    await callAccounts('forgot', { email });
    expect(await subjectsTo(email)).toHaveLength(4);
  });

  test('are limited to three reset mails an hour once the address is verified', async () => {
    const { email } = await makeAccount(app.db, { email: newAddress() });
    for (let i = 0; i < 5; i++) {
      await callAccounts('forgot', { email });
      await waitForQueuedMails();
    }
    expect(await subjectsTo(email)).toEqual(Array(3).fill(RESET_SUBJECT));
    await app.sql`update rate_limits set hits = array(select hit - interval '61 minutes' from unnest(hits) hit)`;
    await callAccounts('forgot', { email });
    expect(await subjectsTo(email)).toHaveLength(4);
  });

  describe('to tagged addresses of one mailbox (a+x@b)', () => {
    const makeTaggedAddresses = (count: number) => {
      const name = Bun.randomUUIDv7();
      const taggedEmails = Array.from({ length: count }, (_, i) => `${name}+${i}@example.se`);
      return { name, email: `${name}@example.se`, taggedEmails };
    };
    const register = async (email: string) => {
      await callAccounts('register', { ...FORM, full_name: 'Bo Tagg', email });
      await waitForQueuedMails();
    };
    const forgot = async (email: string) => {
      await callAccounts('forgot', { email });
      await waitForQueuedMails();
    };

    test('are limited together while nobody has verified them', async () => {
      const { taggedEmails } = makeTaggedAddresses(5);
      for (const email of taggedEmails) await register(email);
      const counts = await Promise.all(taggedEmails.map(async (email) => (await app.mailsTo(email)).length));
      expect(counts).toEqual([1, 1, 1, 0, 0]);
    });

    test('do not count towards the limit of the owner, nor of a verified tagged address', async () => {
      const { name, email, taggedEmails } = makeTaggedAddresses(3);
      const taggedEmail = `${name}+lopp@example.se`;
      for (const verifiedEmail of [email, taggedEmail]) await makeAccount(app.db, { email: verifiedEmail });
      for (const registeredEmail of taggedEmails) await register(registeredEmail);
      for (let i = 0; i < 3; i++) await forgot(`${name}+0@example.se`);
      for (const verifiedEmail of [email, taggedEmail]) {
        await forgot(verifiedEmail);
        expect(await subjectsTo(verifiedEmail)).toEqual([RESET_SUBJECT]);
      }
    });

    test('count towards the limit of their owner, until the owner has confirmed the address', async () => {
      const { email, taggedEmails } = makeTaggedAddresses(3);
      for (const registeredEmail of taggedEmails) await register(registeredEmail);
      await register(email);
      expect(await subjectsTo(email)).toEqual([]);
      await app.sql`update marketplace_users set is_verified = true where email = ${email}`;
      await forgot(email);
      expect(await subjectsTo(email)).toEqual([RESET_SUBJECT]);
    });
  });

  test('are not counted before the recipient has an account', async () => {
    const email = `${Bun.randomUUIDv7()}@example.se`;
    for (let i = 0; i < 4; i++)
      for (const operation of ['resend', 'forgot'] as const) {
        await callAccounts(operation, { email });
        await waitForQueuedMails();
      }
    await callAccounts('register', { ...FORM, email });
    expect(await subjectsTo(email)).toEqual([VERIFY_SUBJECT]);
    await callAccounts('forgot', { email });
    expect(await subjectsTo(email)).toEqual([VERIFY_SUBJECT, RESET_SUBJECT]);
  });

  test('are counted for each recipient, by a hash of the address', async () => {
    const { email } = await registerNewAddress();
    for (let i = 0; i < 4; i++) {
      await callAccounts('resend', { email });
      await waitForQueuedMails();
    }
    const otherMember = await registerNewAddress();
    expect(otherMember.mail.subject).toBe(VERIFY_SUBJECT);
    const keys = await app.sql<{ key: string }[]>`select key from rate_limits where key like 'mail-%'`;
    expect(keys.length).toBeGreaterThan(1);
    for (const { key } of keys)
      expect(key).toMatch(/^mail-(verification|reset|unconfirmed(-day)?):[0-9a-f]{64}$/);
  });

  test('are not counted again when they are retried', async () => {
    const ctx = { ...app.context, siteUrl: SITE };
    const { email } = await makeAccount(app.db, { email: newAddress() });
    const compose = (attempts: number) => accountMails['account.reset']?.(ctx, { email }, { attempts });
    for (const attempts of [1, 2, 3, 4, 1, 2, 1, 2, 3]) expect(await compose(attempts)).toBeDefined();
    expect(await compose(1)).toBeUndefined();
  });
});

describe('the sweep of the file outbox', () => {
  test('deletes mails older than 30 days and nothing else', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outbox-'));
    const folder = join(dataDir, 'outbox');
    try {
      const context = { config: { ...app.context.config, dataDir }, now: () => now() };
      await sweepFileOutbox(context);
      await mkdir(folder);
      const daysAgo = (count: number) => new Date(now().getTime() - count * 24 * 3_600_000);
      for (const [name, age] of [
        ['old.eml', 30.01],
        ['half.eml.tmp', 31],
        ['new.eml', 29.99],
        ['notes.txt', 400],
      ] as const) {
        await Bun.write(join(folder, name), 'x');
        await utimes(join(folder, name), daysAgo(age), daysAgo(age));
      }
      await sweepFileOutbox(context);
      expect((await readdir(folder)).sort()).toEqual(['new.eml', 'notes.txt']);
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });
});

describe('a sent mail', () => {
  test('has lines of less than 998 bytes in ASCII, and a name cannot add a header or a line', async () => {
    const longName = `Åsa ${'å'.repeat(150)}`;
    const hostileName = `Åsa\r\nBcc: alla@example.se\r\n\r\nHej ${'å'.repeat(120)}`;
    for (const [full_name, shownName] of [
      [longName, longName],
      [hostileName, ''],
    ]) {
      const { email } = await makeAccount(app.db, { email: newAddress(), full_name });
      await callAccounts('forgot', { email });
      const mail = await app.nextMail(email);
      expect(mail.to).toEqual([{ name: shownName ?? '', address: email }]);
      expect(mail.text).toStartWith(shownName ? `Hej ${shownName}!\n` : 'Hej!\n');
      expect(mail.bcc ?? []).toEqual([]);
    }
    for (const rawMail of await rawMails()) {
      expect(Math.max(...rawMail.split('\r\n').map((line) => line.length))).toBeLessThan(998);
      expect(rawMail).toMatch(/^[\t\r\n -~]*$/);
      expect(rawMail.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(rawMail).toMatch(/^Date: \w{3}, \d/m);
    }
  });

  test('leaves no token in the outbox, and none in clear text in the database', async () => {
    const { mail } = await registerNewAddress();
    const token = mail.path.split('/').at(-1) ?? '';
    expect(token).toHaveLength(43);
    await app.stopMail();
    await callAccounts('register', { ...FORM, email: newAddress() });
    const tables = await app.sql`select table_name as name from information_schema.tables
      where table_schema = 'public'`;
    for (const { name } of tables) {
      const [row] = await app.sql.unsafe(
        `select count(*)::int as count from "${name}" row where row::text like '%${token}%'`,
      );
      expect([name, row?.count]).toEqual([name, 0]);
    }
    const [queuedMail] = await app.sql`select kind, about from outbox`;
    expect(queuedMail).toEqual({ kind: 'account.verification', about: { user_id: expect.any(String) } });
  });
});

async function rawMails(): Promise<string[]> {
  const folder = join(app.context.config.dataDir, 'outbox');
  const names = await readdir(folder);
  return Promise.all(names.map((name) => Bun.file(join(folder, name)).text()));
}
