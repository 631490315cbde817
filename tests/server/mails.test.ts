import { describe, expect, test } from 'bun:test';
import { enqueueMail } from '#src/platform/mail.ts';
import { ACCOUNTS, FORM, PASSWORD } from '#tests/support/accounts.ts';
import { makeAccount, makeAdmin, makeSubmission } from '#tests/support/content.ts';
import { expectValidMail, NAME, openMailWorld, SITE, visibleTextOf } from '#tests/support/mail-world.ts';
import { callOver, newCaller } from '#tests/support/transports.ts';

const { app, callAccounts, newAddress, registerNewAddress, setNow, waitForQueuedMails } =
  await openMailWorld();

const followPath = (path: string, query = '') => app.api(`POST ${path}${query}`, { headers: newCaller() });

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
    expect((await app.mailsTo(email)).map(({ subject }) => subject)).toEqual([mail.subject, mail.subject]);
    expect(await app.mailsTo(unknownEmail)).toHaveLength(0);
  });

  test('has a link valid for 24 hours from the composing of the mail, not from its queuing', async () => {
    const { email, mail } = await registerNewAddress();
    const [account] = await app.sql`select id from marketplace_users where email = ${email}`;
    setNow(new Date('2027-01-17T10:00:00Z'));
    expect((await followPath(mail.path)).status).toBe(400);
    await enqueueMail(app.db, {
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
    const [name = ''] = newAddress().split('@');
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
    const row = await makeSubmission(app.db, { submitter_email: late, status: 'rejected' });
    await enqueueMail(app.db, {
      kind: 'submission.received',
      about: { submission_id: row.id },
    });
    await waitForQueuedMails();
    expect([...(await app.mailsTo(bot)), ...(await app.mailsTo(late))]).toEqual([]);
  });
});

describe('a member gets a mail', () => {
  const NEW_PASSWORD = 'Annat2027';

  test('when their password is reset, with the information that all sessions have ended', async () => {
    const { email } = await makeAccount(app.db, { email: newAddress() });
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
    const { db } = app;
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
    const { db } = app;
    const { id, email } = await makeAccount(db, { email: newAddress(), is_suspended: true });
    await enqueueMail(db, { kind: 'account.suspended', about: { user_id: id } });
    const notice = await app.nextMail(email);
    expect(notice.subject).toBe('Ditt konto är avstängt');
    expectValidMail(notice, /^https:\/\/lopp\.example\/contact$/);
  });

  test('about a login from a new address, with the time in Stockholm', async () => {
    const { db } = app;
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
