import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conversations } from '#db/schema/index.ts';
import { accountMails } from '#src/features/accounts/mails.ts';
import { sweepFileOutbox } from '#src/platform/mail/transport.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { ACCOUNTS, FORM, PASSWORD } from '#tests/support/accounts.ts';
import { testApp } from '#tests/support/app.ts';
import {
  makeAccount,
  makeAdmin,
  makeAnnouncement,
  makeEvent,
  makeMember,
  makeSubmission,
} from '#tests/support/content.ts';
import type { ReadMail } from '#tests/support/mails.ts';
import { callOver, newCaller } from '#tests/support/transports.ts';

const SITE = 'https://lopp.example';
/** A name with HTML, quotes and Swedish letters. */
const NAME = '<b>Åsa & "Ö"';

let now = new Date('2027-01-15T10:00:00Z');
const app = await testApp({ mail: true, environment: { PUBLIC_URL: `${SITE}/` }, now: () => now });
beforeEach(() => {
  now = new Date('2027-01-15T10:00:00Z');
});
afterAll(() => app.stop());

let personCount = 0;
const newAddress = () => `person${++personCount}@example.se`;

const callAccounts = (operation: keyof typeof ACCOUNTS, body: object) =>
  callOver(app, 'rest', ACCOUNTS[operation], { body, headers: newCaller() });
const followPath = (path: string, query = '') => app.api(`POST ${path}${query}`, { headers: newCaller() });

async function registerNewAddress(full_name = NAME): Promise<{ email: string; mail: ReadMail }> {
  const email = newAddress();
  await callAccounts('register', { ...FORM, email, full_name });
  return { email, mail: await app.nextMail(email) };
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

const visibleTextOf = (mail: ReadMail) =>
  (mail.html ?? '')
    .replace(/<style>.*?<\/style>|<[^>]+>/gs, '\n')
    .replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name) => ENTITIES[name] ?? '');

function expectValidMail(mail: ReadMail, link: RegExp) {
  const hrefs = [...(mail.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  expect(mail.links[0]).toMatch(link);
  // The first link is the button, the second the bare link under it.
  expect(hrefs.slice(0, 2)).toEqual([mail.links[0] ?? '', mail.links[0] ?? '']);
  for (const url of [...mail.links, ...hrefs]) expect(url).toStartWith(SITE);
  expect(mail.html).not.toMatch(/<img|<link|<script|url\(|@import|src=/);
  const sentences = (mail.text ?? '').split('\n').filter((line) => line && !/^http|^-- |^[^ ]+: /.test(line));
  expect(sentences.length).toBeGreaterThan(4);
  for (const line of sentences) expect(visibleTextOf(mail)).toContain(line.replace(/:$/, ''));
  expect(mail.text).not.toMatch(/undefined|null|\[object/);
}

describe('the mail to verify an address', () => {
  test('contains the user name and a link that verifies, but not the name that was typed', async () => {
    const { email, mail } = await registerNewAddress();
    expect(mail.subject).toBe('Verifiera din e-postadress');
    // A stranger may have typed the name, and the mail must not repeat their words.
    expect(mail.to).toEqual([{ name: '', address: email }]);
    expectValidMail(mail, /^https:\/\/lopp\.example\/marketplace\/verify\/[\w-]{43}$/);
    expect(mail.text).toStartWith('Hej!\n');
    expect(visibleTextOf(mail)).toContain('\nHej!\n');
    expect(`${mail.text}${visibleTextOf(mail)}`).not.toContain('Åsa');
    const [account] = await app.sql`select username from marketplace_users where email = ${email}`;
    expect(mail.text).toContain(`Användarnamn: ${account?.username}`);
    expect(visibleTextOf(mail)).toContain(account?.username);
    expect(mail.text).toContain('24 timmar');
    expect((await followPath(mail.path)).status).toBe(200);
    expect((await callAccounts('login', { email, password: PASSWORD })).status).toBe(200);
  });

  test('is sent again on request with a new link, but not to a verified or an unknown address', async () => {
    const { email, mail } = await registerNewAddress();
    await callAccounts('resend', { email });
    const secondMail = await app.nextMail(email);
    expect(secondMail.subject).toBe(mail.subject);
    expect(secondMail.path).not.toBe(mail.path);
    for (const { path } of [secondMail, mail]) expect((await followPath(path)).status).toBe(200);
    const unknownEmail = newAddress();
    await callAccounts('resend', { email });
    await callAccounts('resend', { email: unknownEmail });
    await waitForQueuedMails();
    expect((await app.mailsTo(email)).map(({ subject }) => subject)).toEqual([
      mail.subject,
      mail.subject,
      'Din e-postadress är verifierad',
    ]);
    expect(await app.mailsTo(unknownEmail)).toHaveLength(0);
  });

  test('has a link valid for 24 hours from the composing of the mail, not from its queuing', async () => {
    const { email, mail } = await registerNewAddress();
    const [account] = await app.sql`select id from marketplace_users where email = ${email}`;
    now = new Date('2027-01-17T10:00:00Z');
    expect((await followPath(mail.path)).status).toBe(400);
    await enqueueMail(app.context.database.db, {
      kind: 'account.verification',
      about: { user_id: account?.id },
    });
    expect((await followPath((await app.nextMail(email)).path)).status).toBe(200);
  });
});

describe('the mail about a registration of an already verified address', () => {
  test('states that nothing was changed, and links to the login and to a password reset', async () => {
    const { email, mail: firstMail } = await registerNewAddress();
    await followPath(firstMail.path);
    await app.nextMail(email);
    await callAccounts('register', { ...FORM, email, full_name: 'Någon Annan' });
    const mail = await app.nextMail(email);
    expect(mail.subject).toBe('Du har redan ett konto');
    expectValidMail(mail, /^https:\/\/lopp\.example\/marketplace\/login$/);
    expect(mail.links[1]).toBe(`${SITE}/marketplace/forgot-password`);
    expect(mail.text).toContain(`Hej ${NAME}!`);
    expect(mail.html).toContain('Hej &lt;b&gt;Åsa &amp; &quot;Ö&quot;!');
    expect(mail.html).not.toContain('<b>');
    expect(mail.text).toContain('inget har ändrats');
    expect(mail.text).not.toContain('Någon Annan');
  });
});

describe('the mail about a second registration of an unverified address', () => {
  const NEW_PASSWORD = 'Annat2027';

  test('links to a password reset that verifies the account, and contains no typed name', async () => {
    const { email, mail: firstMail } = await registerNewAddress();
    await callAccounts('register', { ...FORM, email, full_name: 'Någon Annan' });
    const mail = await app.nextMail(email);
    expect(mail.subject).toBe('Välj lösenord till ditt konto');
    expectValidMail(mail, /^https:\/\/lopp\.example\/marketplace\/reset-password\/[\w-]{43}$/);
    expect(mail.text).toStartWith('Hej!\n');
    expect(mail.text).toContain('inte bekräftad');
    expect(`${mail.text}${visibleTextOf(mail)}`).not.toMatch(/Åsa|Någon Annan/);
    expect((await followPath(firstMail.path)).status).toBe(400);
    expect((await followPath(mail.path, `?new_password=${NEW_PASSWORD}`)).status).toBe(200);
    expect((await callAccounts('login', { email, password: NEW_PASSWORD })).status).toBe(200);
    expect((await callAccounts('login', { email, password: PASSWORD })).status).toBe(401);
  });

  test('replaces the verification mail when that is requested again', async () => {
    const { email } = await registerNewAddress();
    await callAccounts('register', { ...FORM, email });
    const mail = await app.nextMail(email);
    await callAccounts('resend', { email });
    const secondMail = await app.nextMail(email);
    expect(secondMail.subject).toBe(mail.subject);
    expect((await followPath(secondMail.path, `?new_password=${NEW_PASSWORD}`)).status).toBe(200);
  });
});

describe('the mail to reset a password', () => {
  test('links to a page that resets it once', async () => {
    const { email } = await registerNewAddress();
    await callOver(app, 'rest', { ...ACCOUNTS.forgot, rest: `${ACCOUNTS.forgot.rest}?email=${email}` });
    const mail = await app.nextMail(email);
    expect(mail.subject).toBe('Återställ ditt lösenord');
    expectValidMail(mail, /^https:\/\/lopp\.example\/marketplace\/reset-password\/[\w-]{43}$/);
    expect(mail.text).toContain('1 timme');
    const query = '?new_password=Annat2027';
    expect((await followPath(mail.path, query)).status).toBe(200);
    expect((await followPath(mail.path, query)).status).toBe(400);
  });
});

describe('the mail about a new message', () => {
  const TEXT = 'Är platsen kvar? Hälsningar från Ö';

  async function sendFirstMessage(name = NAME) {
    const { db } = app.context.database;
    const owner = await makeMember(db, { email: newAddress(), full_name: 'Örjan Ek' });
    const buyer = await makeMember(db, { email: newAddress(), full_name: name });
    const event = await makeEvent(db, { event_name: 'Åre <Fjäll> & Lopp', distances: ['42,2 km'] });
    const ad = await makeAnnouncement(db, { user_id: owner.id, event_id: event.id, distance: '42,2 km' });
    const write = () =>
      app.api('POST /marketplace/messages', {
        headers: buyer.headers,
        body: { announcement_id: ad.id, message_text: TEXT },
      });
    const read = () =>
      app.api(`GET /marketplace/conversations/${ad.id}/${buyer.id}`, { headers: owner.headers });
    expect((await write()).status).toBe(200);
    return { owner, buyer, ad, write, read };
  }

  test('names the sender and the ad without quoting the message, and links to the conversation', async () => {
    const { owner, buyer, ad } = await sendFirstMessage();
    await makeQueuedMailsDue();
    const mail = await app.nextMail(owner.email);
    expect(mail.subject).toBe('Nytt meddelande om ”Åre <Fjäll> & Lopp”');
    expectValidMail(mail, /^https:\/\/lopp\.example\/marketplace\/inbox\?/);
    // The link has the id of the conversation too, so that it works after the sender has left.
    const [conversation] = await app.context.database.db.select().from(conversations);
    expect(mail.path).toBe(
      `/marketplace/inbox?announcement=${ad.id}&user=${buyer.id}&conversation=${conversation?.id}`,
    );
    const sender = 'Medlemmen ”<b>Åsa & ’Ö’” har skrivit till dig';
    for (const text of ['Hej Örjan Ek!', sender, '”Åre <Fjäll> & Lopp”', '42,2 km', ad.order_number])
      expect(mail.text).toContain(text);
    expect(mail.html).toContain('Medlemmen ”&lt;b&gt;Åsa &amp; ’Ö’” har skrivit till dig');
    for (const content of [mail.text, mail.html]) {
      expect(content).not.toContain('Är platsen kvar');
      expect(content).not.toContain(buyer.email);
    }
  });

  test('omits a name of the sender or the recipient that is no longer allowed', async () => {
    for (const name of ['Vinn på ond.se', 'Loppkalendern', 'Ring 070-123 45 67', 'Anna\u202eEk']) {
      const { owner } = await sendFirstMessage(name);
      await app.sql`update marketplace_users set full_name = ${name} where id = ${owner.id}`;
      await makeQueuedMailsDue();
      const mail = await app.nextMail(owner.email);
      expect(mail.to).toEqual([{ name: '', address: owner.email }]);
      expect(mail.text).toStartWith('Hej!\n');
      expect(mail.text).toContain('En medlem har skrivit till dig');
      for (const content of [mail.text, mail.html])
        expect(content).not.toMatch(/ond\.se|Loppkalendern har|Ring 070|\u202e/);
    }
  });

  test('shortens long names of senders and events, and puts them in quotes', async () => {
    const { owner, ad } = await sendFirstMessage(`Åsa ${'å'.repeat(190)}`);
    await app.sql`update events set event_name = ${'x'.repeat(190)} where id = (
      select event_id from announcements where id = ${ad.id})`;
    await makeQueuedMailsDue();
    const mail = await app.nextMail(owner.email);
    expect(mail.subject).toBe(`Nytt meddelande om ”${'x'.repeat(79)}…”`);
    expect(mail.text).toContain(`Medlemmen ”Åsa ${'å'.repeat(75)}…” har`);
  });

  test('is sent after three seconds, unless the recipient has opened the conversation', async () => {
    const { owner, read } = await sendFirstMessage();
    const [queuedMail] =
      await app.sql`select extract(epoch from due_at - created_at)::float as wait from outbox`;
    expect(queuedMail?.wait).toBeCloseTo(3, 1);
    await read();
    await makeQueuedMailsDue();
    await waitForQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(0);
  });

  test('is sent once until the recipient opens the conversation, and then again', async () => {
    const { owner, write, read } = await sendFirstMessage();
    await makeQueuedMailsDue();
    await write();
    await makeQueuedMailsDue();
    await waitForQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(1);
    await read();
    await write();
    await makeQueuedMailsDue();
    await waitForQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(2);
  });

  test('is sent once if the recipient opens the conversation and gets another message before it is sent', async () => {
    const { owner, write, read } = await sendFirstMessage();
    await read();
    await write();
    await makeQueuedMailsDue();
    await waitForQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(1);
  });

  test('is not sent to a recipient if they have been suspended meanwhile', async () => {
    const { owner } = await sendFirstMessage();
    await app.sql`update marketplace_users set is_suspended = true where id = ${owner.id}`;
    await makeQueuedMailsDue();
    await waitForQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(0);
  });

  test('is sent to a recipient if their suspension has ended meanwhile', async () => {
    const { owner, write, read } = await sendFirstMessage();
    await read();
    await makeQueuedMailsDue();
    await waitForQueuedMails();
    const setSuspended = (isSuspended: boolean) =>
      app.sql`update marketplace_users set is_suspended = ${isSuspended} where id = ${owner.id}`;
    await setSuspended(true);
    await write();
    await setSuspended(false);
    await makeQueuedMailsDue();
    await waitForQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(1);
  });
});

describe('the receipt for a proposal', () => {
  const PROPOSAL = {
    event_name: 'Siljansloppet',
    event_date: '2027-06-12',
    event_end_date: '2027-06-13',
    distances: '5, 42,1km',
    sport_type: 'Löpning',
    landskap: 'Dalarna',
    submitter_name: 'Karin Hedlund',
  };
  const propose = (body: object) =>
    app.api('POST /events/submit', { body: { ...PROPOSAL, ...body }, headers: newCaller() });

  test('lists what was sent and says what happens next', async () => {
    const submitter_email = newAddress();
    expect((await propose({ submitter_email })).status).toBe(200);
    const mail = await app.nextMail(submitter_email);
    expect(mail.subject).toBe('Vi har tagit emot ditt förslag');
    expect(mail.to).toEqual([{ name: '', address: submitter_email }]);
    expectValidMail(mail, /^https:\/\/lopp\.example\/$/);
    for (const content of [mail.text, visibleTextOf(mail)]) {
      for (const fact of ['12–13 juni 2027', 'Löpning', '5, 42,1 km', 'Dalarna', 'den 15 januari 2027'])
        expect(content).toContain(fact);
      expect(content).not.toMatch(/Karin|Även ifyllt/);
    }
  });

  test('repeats none of the free text, and names the fields that had any', async () => {
    const submitter_email = newAddress();
    const text = 'köp billigt';
    await propose({
      submitter_email,
      event_name: 'Vinn på ond.se',
      sport_type: 'Triathlon',
      distances: `1500m, ${text}, 070123 km`,
      landskap: 'Dalarna',
      ort: text,
      address: text,
      organizer: text,
      race_link: 'ond.se',
      result_link: 'https://ond.se',
      additional_fields: [{ label: text, value: text }],
      submitter_name: text,
      submitter_phone: '070-123 45 67',
    });
    const mail = await app.nextMail(submitter_email);
    expect(mail.subject).toBe('Vi har tagit emot ditt förslag');
    expect(mail.text).toContain('Distanser: 1500 m\n');
    expect(mail.text).toContain(
      'Även ifyllt: Namn, Distanser, Ort, Adress, Länk till loppet, Länk till resultat, Arrangör, Extra fält',
    );
    for (const content of [mail.text, mail.html]) expect(content).not.toMatch(/köp|ond\.se|070/);
  });

  test('is sent to a mailbox at most three times an hour, however its address is written', async () => {
    const name = `receipt${++personCount}`;
    const addresses = [
      `${name}@example.se`,
      `${name.toUpperCase()}@example.se`,
      ...['a', 'b', 'c', 'd'].map((tag) => `${name}+${tag}@example.se`),
    ];
    for (const submitter_email of addresses) expect((await propose({ submitter_email })).status).toBe(200);
    await waitForQueuedMails();
    const lowerCase = [...new Set(addresses.map((address) => address.toLowerCase()))];
    expect((await Promise.all(lowerCase.map(app.mailsTo))).flat()).toHaveLength(3);
  });

  test('is not sent when the hidden field is filled in, or after the decision', async () => {
    const [bot, late] = [newAddress(), newAddress()];
    await propose({ submitter_email: bot, website: 'https://spam.example' });
    const row = await makeSubmission(app.context.database.db, { submitter_email: late, status: 'rejected' });
    await enqueueMail(app.context.database.db, {
      kind: 'submission.received',
      about: { submission_id: row.id },
    });
    await waitForQueuedMails();
    expect([...(await app.mailsTo(bot)), ...(await app.mailsTo(late))]).toEqual([]);
  });
});

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
    const { email } = await makeAccount(app.context.database.db, { email: newAddress() });
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
      for (const verifiedEmail of [email, taggedEmail])
        await makeAccount(app.context.database.db, { email: verifiedEmail });
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
    const { email } = await makeAccount(app.context.database.db, { email: newAddress() });
    const compose = (attempts: number) => accountMails['account.reset']?.(ctx, { email }, { attempts });
    for (const attempts of [1, 2, 3, 4, 1, 2, 1, 2, 3]) expect(await compose(attempts)).toBeDefined();
    expect(await compose(1)).toBeUndefined();
  });
});

describe('a member gets a mail', () => {
  const NEW_PASSWORD = 'Annat2027';

  test('when their address is verified, once', async () => {
    const { email, mail } = await registerNewAddress();
    await followPath(mail.path);
    await followPath(mail.path);
    const notice = await app.nextMail(email);
    expect(notice.subject).toBe('Din e-postadress är verifierad');
    expectValidMail(notice, /^https:\/\/lopp\.example\/marketplace\/login$/);
    await waitForQueuedMails();
    expect(await app.mailsTo(email)).toHaveLength(2);
  });

  test('when their password is reset, with the information that all sessions have ended', async () => {
    const { email } = await makeAccount(app.context.database.db, { email: newAddress() });
    await callAccounts('forgot', { email });
    const resetMail = await app.nextMail(email);
    await followPath(resetMail.path, `?new_password=${NEW_PASSWORD}`);
    const notice = await app.nextMail(email);
    expect(notice.subject).toBe('Ditt lösenord har ändrats');
    expectValidMail(notice, /^https:\/\/lopp\.example\/marketplace\/login$/);
    expect(notice.text).toContain('Alla inloggningar har avslutats');
    expect(`${notice.text}${notice.html}`).not.toContain(NEW_PASSWORD);
    // A second use of the link sends no mail.
    await followPath(resetMail.path, `?new_password=${NEW_PASSWORD}`);
    await waitForQueuedMails();
    expect(await app.mailsTo(email)).toHaveLength(2);
  });

  test('when an admin suspends or reactivates the account, once each, but not at an unverified address', async () => {
    const { db } = app.context.database;
    const admin = await makeAdmin(db);
    const { id, email } = await makeAccount(db, { email: newAddress() });
    const unverified = await makeAccount(db, { email: newAddress(), is_verified: false });
    for (const is_suspended of [true, true, false, false])
      for (const accountId of [id, unverified.id])
        await app.api(`PUT /admin/marketplace/users/${accountId}`, {
          headers: admin.headers,
          body: { is_suspended },
        });
    const [suspendedMail, reactivatedMail] = [await app.nextMail(email), await app.nextMail(email)];
    expect([suspendedMail.subject, reactivatedMail.subject]).toEqual([
      'Ditt konto är avstängt',
      'Ditt konto är öppet igen',
    ]);
    expectValidMail(suspendedMail, /^https:\/\/lopp\.example\/rules\/invandning\/[\w-]{43}$/);
    expectValidMail(reactivatedMail, /^https:\/\/lopp\.example\/marketplace\/login$/);
    await waitForQueuedMails();
    expect(await app.mailsTo(email)).toHaveLength(2);
    expect(await app.mailsTo(unverified.email)).toHaveLength(0);
  });

  test('about a suspension that the previous release queued', async () => {
    const { db } = app.context.database;
    const { id, email } = await makeAccount(db, { email: newAddress(), is_suspended: true });
    await enqueueMail(db, { kind: 'account.suspended', about: { user_id: id } });
    const notice = await app.nextMail(email);
    expect(notice.subject).toBe('Ditt konto är avstängt');
    expectValidMail(notice, /^https:\/\/lopp\.example\/contact$/);
  });

  test('about a login from a new address, with the time in Stockholm', async () => {
    const { db } = app.context.database;
    const { id, email } = await makeAccount(db, { email: newAddress() });
    await enqueueMail(db, {
      kind: 'account.new_login',
      about: { user_id: id, at: '2027-07-01T22:30:00.000Z' },
    });
    const notice = await app.nextMail(email);
    expect(notice.subject).toBe('Ny inloggning på ditt konto');
    expectValidMail(notice, /^https:\/\/lopp\.example\/marketplace\/forgot-password$/);
    expect(notice.text).toContain('2 juli 2027 kl. 00:30');
  });
});

describe('the sweep of the file outbox', () => {
  test('deletes mails older than 30 days and nothing else', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'outbox-'));
    const folder = join(dataDir, 'outbox');
    try {
      const context = { config: { ...app.context.config, dataDir }, now: () => now };
      await sweepFileOutbox(context);
      await mkdir(folder);
      const daysAgo = (count: number) => new Date(now.getTime() - count * 24 * 3_600_000);
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
      const { email } = await makeAccount(app.context.database.db, { email: newAddress(), full_name });
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

const makeQueuedMailsDue = () => app.sql`update outbox set due_at = now() where attempts = 0`;
async function waitForQueuedMails() {
  while ((await app.sql`select from outbox`).length > 0) await Bun.sleep(20);
}

async function rawMails(): Promise<string[]> {
  const folder = join(app.context.config.dataDir, 'outbox');
  const names = await readdir(folder);
  return Promise.all(names.map((name) => Bun.file(join(folder, name)).text()));
}
