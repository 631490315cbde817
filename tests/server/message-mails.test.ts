import { describe, expect, test } from 'bun:test';
import { conversations } from '#db/schema/index.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { expectValidMail, NAME, openMailWorld } from '#tests/support/mail-world.ts';

const { app, newAddress, waitForQueuedMails } = await openMailWorld();

describe('the mail about a new message', () => {
  const TEXT = 'Är platsen <b>kvar</b>?\n\nHälsningar från Ö';

  async function sendFirstMessage(name = NAME) {
    const { db } = app;
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

  test('quotes the message, has the first name of the sender and the race, and links to the conversation', async () => {
    const { owner, buyer, ad } = await sendFirstMessage();
    await makeQueuedMailsDue();
    const mail = await app.nextMail(owner.email);
    expect(mail.subject).toBe('Nytt meddelande från ”<b>Åsa” om ”Åre <Fjäll> & Lopp”');
    expectValidMail(mail, /^https:\/\/lopp\.example\/marketplace\/inbox\?/);
    // The link has the id of the conversation too, so that it works after the sender has left.
    const [conversation] = await app.db.select().from(conversations);
    expect(mail.path).toBe(
      `/marketplace/inbox?announcement=${ad.id}&user=${buyer.id}&conversation=${conversation?.id}`,
    );
    const sender = 'Medlemmen ”<b>Åsa” har skrivit till dig';
    for (const text of [
      'Hej Örjan Ek!',
      sender,
      '”Är platsen <b>kvar</b>? Hälsningar från Ö”',
      '”Åre <Fjäll> & Lopp”',
      '42,2 km',
      ad.order_number,
    ])
      expect(mail.text).toContain(text);
    expect(mail.html).toContain('Medlemmen ”&lt;b&gt;Åsa” har skrivit till dig');
    expect(mail.html).toContain('”Är platsen &lt;b&gt;kvar&lt;/b&gt;? Hälsningar från Ö”');
    for (const content of [mail.text, mail.html]) expect(content).not.toContain(buyer.email);
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
    const { owner, ad } = await sendFirstMessage(`Å${'å'.repeat(190)} Ek`);
    await app.sql`update events set event_name = ${'x'.repeat(190)} where id = (
      select event_id from announcements where id = ${ad.id})`;
    await makeQueuedMailsDue();
    const mail = await app.nextMail(owner.email);
    const name = `”Å${'å'.repeat(78)}…”`;
    expect(mail.subject).toBe(`Nytt meddelande från ${name} om ”${'x'.repeat(79)}…”`);
    expect(mail.text).toContain(`Medlemmen ${name} har`);
  });

  test('is sent after three seconds, unless the recipient has opened the conversation', async () => {
    const { owner, read } = await sendFirstMessage();
    const [queuedMail] =
      await app.sql`select extract(epoch from due_at - created_at)::float as wait from outbox`;
    expect(queuedMail?.wait).toBeCloseTo(3, 1);
    await read();
    await sendQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(0);
  });

  test('is sent once until the recipient opens the conversation, and then again', async () => {
    const { owner, write, read } = await sendFirstMessage();
    await makeQueuedMailsDue();
    await write();
    await sendQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(1);
    await read();
    await write();
    await sendQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(2);
  });

  test('is sent once if the recipient opens the conversation and gets another message before it is sent', async () => {
    const { owner, write, read } = await sendFirstMessage();
    await read();
    await write();
    await sendQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(1);
  });

  test('is not sent to a recipient if they have been suspended meanwhile', async () => {
    const { owner } = await sendFirstMessage();
    await app.sql`update marketplace_users set is_suspended = true where id = ${owner.id}`;
    await sendQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(0);
  });

  test('is not sent if its sender has been suspended meanwhile', async () => {
    const { owner, buyer } = await sendFirstMessage();
    await app.sql`update marketplace_users set is_suspended = true where id = ${buyer.id}`;
    await sendQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(0);
  });

  test('is sent to a recipient if their suspension has ended meanwhile', async () => {
    const { owner, write, read } = await sendFirstMessage();
    await read();
    await sendQueuedMails();
    const setSuspended = (isSuspended: boolean) =>
      app.sql`update marketplace_users set is_suspended = ${isSuspended} where id = ${owner.id}`;
    await setSuspended(true);
    await write();
    await setSuspended(false);
    await sendQueuedMails();
    expect(await app.mailsTo(owner.email)).toHaveLength(1);
  });
});

const makeQueuedMailsDue = () => app.sql`update outbox set due_at = now() where attempts = 0`;
async function sendQueuedMails() {
  await makeQueuedMailsDue();
  await waitForQueuedMails();
}
