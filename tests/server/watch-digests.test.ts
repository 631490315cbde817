import { describe, expect, test } from 'bun:test';
import * as schema from '#db/schema/index.ts';
import { composers } from '#src/mails.ts';
import { NotYet } from '#src/platform/mail.ts';
import { makeEvent } from '#tests/support/content.ts';
import { EMAIL, openWatchWorld } from '#tests/support/watch-world.ts';
import { SITE } from '#tests/support/watches.ts';

const { app, at, change, driver, inMinutes, oldEvent, subjects, watch } = await openWatchWorld();

describe('a digest', () => {
  test.each([
    ['direct', '2027-01-15T11:00:00Z'],
    ['daily', '2027-01-16T06:00:00Z'],
    ['weekly', '2027-01-18T06:00:00Z'],
  ] as const)('is sent %s at %p', async (cadence, when) => {
    await watch({ kind: 'search', query: '', cadence });
    await makeEvent(app.db, { event_date: '2027-03-07' });
    const due = new Date(when);
    if (cadence !== 'direct') {
      expect(await subjects()).toEqual([]);
      at(new Date(due.getTime() - 1000));
      expect(await subjects()).toEqual([]);
    }
    at(due);
    expect(await subjects()).toHaveLength(1);
  });

  test('in winter and summer time alike, and never between 21 and 07', async () => {
    for (const [change, sent] of [
      ['2027-03-27T20:00:00Z', '2027-03-28T05:00:00Z'],
      ['2027-10-30T19:00:00Z', '2027-10-31T06:00:00Z'],
    ] as const) {
      at(change);
      await watch({ kind: 'search', query: '' }, `${sent}@exempel.se`.replaceAll(':', ''));
      await makeEvent(app.db, { event_date: '2028-03-07' });
      at(new Date(Date.parse(sent) - 1000));
      expect(await subjects()).toEqual([]);
      at(sent);
      expect((await subjects()).length).toBeGreaterThan(0);
    }
  });

  test('tells each news once, however many watches it matches, at the time of the fastest', async () => {
    const { id } = await oldEvent({ landskap: 'Dalarna' });
    await watch({ kind: 'event', event_id: id, cadence: 'weekly' });
    await watch({ kind: 'search', query: 'landskap=Dalarna', cadence: 'daily' });
    await watch({ kind: 'search', query: 'q=vasa' });
    await change(id, { event_date: '2027-03-14' });
    const [mail, ...others] = await driver.news();
    expect(others).toEqual([]);
    expect(mail?.notes.join()).toContain('Vasaloppet; Lopp i Dalarna; Lopp, ”vasa”');
    at('2027-01-18T07:00:00Z');
    expect(await subjects()).toEqual([]);
  });

  test('tells what changed several times once, in its final state, and nothing of what changed back', async () => {
    const [moved, restored] = [await oldEvent(), await oldEvent({ event_name: 'Lidingöloppet' })];
    await watch({ kind: 'search', query: '', cadence: 'daily' });
    for (const event_date of ['2027-03-08', '2027-03-09']) {
      await change(moved.id, { event_date });
      await change(restored.id, { event_date });
      await driver.news();
    }
    await change(restored.id, { event_date: '2027-03-07' });
    at('2027-01-16T06:00:00Z');
    expect(await subjects()).toEqual(['Nytt datum: Vasaloppet, 9 mars 2027']);
  });

  test('does not repeat what an earlier mail told, because it was composed late', async () => {
    const { id } = await oldEvent();
    await watch({ kind: 'event', event_id: id });
    for (const event_date of ['2027-03-14', '2027-03-21']) {
      await change(id, { event_date });
      await driver.queue();
      inMinutes(31);
    }
    const mails = await driver.compose('watch.news');
    expect(mails.map(({ subject }) => subject)).toEqual(['Nytt datum: Vasaloppet, 21 mars 2027']);
  });

  test('leaves 30 minutes between two mails to an address', async () => {
    const { id } = await oldEvent();
    await watch({ kind: 'event', event_id: id });
    await change(id, { event_date: '2027-03-14' });
    expect(await subjects()).toHaveLength(1);
    inMinutes(10);
    await change(id, { event_date: '2027-03-21' });
    expect(await subjects()).toEqual([]);
    inMinutes(19);
    expect(await subjects()).toEqual([]);
    inMinutes(1);
    expect(await subjects()).toEqual(['Nytt datum: Vasaloppet, 21 mars 2027']);
  });

  test('mails that waited for the mail server leave 30 minutes apart too', async () => {
    const races = [await oldEvent(), await oldEvent({ event_name: 'Lidingöloppet' })];
    for (const { id } of races) await watch({ kind: 'event', event_id: id });
    for (const { id } of races) {
      await change(id, { status: 'cancelled' });
      await driver.queue();
      inMinutes(31);
    }
    const heard: string[][] = [];
    for (const minutes of [29, 1, 0]) {
      heard.push((await driver.compose('watch.news')).map(({ subject }) => subject));
      inMinutes(minutes);
    }
    expect(heard).toEqual([['Inställt: Vasaloppet'], [], ['Inställt: Lidingöloppet']]);
  });

  test('a mail that was queued in the evening waits until 07:00', async () => {
    const { id } = await oldEvent();
    await watch({ kind: 'event', event_id: id });
    await change(id, { event_date: '2027-03-14' });
    await driver.queue();
    const [queued] = await app.db.select().from(schema.outbox);
    const compose = () =>
      composers['watch.news']?.({ ...app.context, siteUrl: SITE }, queued?.about ?? {}, { attempts: 1 });
    at('2027-01-15T20:00:00Z');
    const error = await compose()?.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(NotYet);
    expect((error as NotYet).until).toEqual(new Date('2027-01-16T06:00:00Z'));
  });

  test('a mail that waits until the morning is held back by a pause that begins meanwhile', async () => {
    const { id } = await oldEvent();
    const { manage_token } = await driver.watchAs(EMAIL, { kind: 'event', event_id: id });
    await change(id, { event_date: '2027-03-14' });
    await driver.queue();
    const [queued] = await app.db.select().from(schema.outbox);
    await app.api(`POST /watches/${manage_token}/pause`);
    at('2027-01-16T06:00:00Z');
    const context = { ...app.context, siteUrl: SITE };
    const mail = await composers['watch.news']?.(context, queued?.about ?? {}, { attempts: 2 });
    expect(mail).toBeUndefined();
  });

  test('has 20 items and says how many there are besides', async () => {
    await watch({ kind: 'search', query: '', cadence: 'daily' });
    for (let index = 0; index < 22; index++) await makeEvent(app.db, { event_date: '2027-03-07' });
    await driver.news();
    at('2027-01-16T06:00:00Z');
    const [mail] = await driver.news();
    expect(mail?.sections?.flatMap(({ items }) => items)).toHaveLength(20);
    expect(mail?.afterFacts).toEqual(['Och 2 till.']);
  });

  test('keeps what happens during a pause until it ends', async () => {
    const { id } = await oldEvent();
    const { manage_token } = await driver.watchAs(EMAIL, { kind: 'event', event_id: id });
    await app.api(`POST /watches/${manage_token}/pause`);
    await change(id, { event_date: '2027-03-14' });
    inMinutes(29 * 24 * 60);
    expect(await subjects()).toEqual([]);
    inMinutes(24 * 60);
    expect(await subjects()).toEqual(['Nytt datum: Vasaloppet, 14 mars 2027']);
  });

  test('a pause can be ended early, and holds back a mail that is queued', async () => {
    const { id } = await oldEvent();
    const { manage_token } = await driver.watchAs(EMAIL, { kind: 'event', event_id: id });
    await change(id, { event_date: '2027-03-14' });
    await driver.queue();
    await app.api(`POST /watches/${manage_token}/pause`);
    expect(await driver.compose('watch.news')).toEqual([]);
    inMinutes(60);
    await app.api(`POST /watches/${manage_token}/pause`, { body: { paused: false } });
    expect(await subjects()).toEqual(['Nytt datum: Vasaloppet, 14 mars 2027']);
  });

  test('says nothing to those who have left, also if their mail is queued', async () => {
    const { id } = await oldEvent();
    const { manage_token } = await driver.watchAs(EMAIL, { kind: 'event', event_id: id });
    await change(id, { event_date: '2027-03-14' });
    await driver.queue();
    await app.api(`DELETE /watches/${manage_token}`);
    expect(await driver.compose('watch.news')).toEqual([]);
  });

  test('is queued although many earlier ones are deferred by their mail server', async () => {
    const { id } = await oldEvent();
    await watch({ kind: 'event', event_id: id });
    const deferred = { kind: 'watch.news', about: {}, refusals: 1 };
    await app.db.insert(schema.outbox).values(Array.from({ length: 400 }, () => deferred));
    await change(id, { event_date: '2027-03-14' });
    await driver.queue();
    expect(await app.db.select().from(schema.outbox)).toHaveLength(401);
  });

  test('two instances queue each news once', async () => {
    for (let index = 0; index < 20; index++)
      await watch({ kind: 'search', query: '' }, `w${index}@exempel.se`);
    await makeEvent(app.db, { event_date: '2027-03-07' });
    await Promise.all([driver.queue(), driver.queue(), driver.queue()]);
    expect(await driver.compose('watch.news')).toHaveLength(20);
  });
});
