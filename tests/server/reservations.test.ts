import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts, announcements, outbox } from '#db/schema/index.ts';
import type { OwnAnnouncement, PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { lapseReservations } from '#src/features/announcements/reservation/service.ts';
import { deleteAccountOf } from '#src/features/privacy/deletion/service.ts';
import { composers } from '#src/mails.ts';
import { outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { type Member, makeConversation } from '#tests/support/inbox.ts';
import { ADS, MORNING, testMarket, UNKNOWN } from '#tests/support/market.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';

const transport = 'rest';

const { app, setClock, callOver } = await testMarket();
const RESERVE = 'marketplace.announcements.reserve';
const END = 'marketplace.announcements.endReservation';
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(MORNING.getTime() + hours * HOUR_MS);

async function setUp() {
  const person = (full_name: string) => makeMember(app.db, { full_name });
  const [anna, bo, cia] = [await person('Anna Ek'), await person('Bo Alm'), await person('Cia Dahl')];
  const written = [{ by: bo, text: 'Hej', at: '2027-02-28T08:00:00Z' }];
  const { announcement } = await makeConversation(app.db, { owner: anna, participant: bo, written });
  return { anna, bo, cia, id: announcement.id };
}

const ownAd = async (owner: Member) =>
  (await callOver('rest')<OwnAnnouncement[]>(ADS.mine, owner)).body[0] as OwnAnnouncement;

describe('a reservation', () => {
  const send = callOver(transport);
  const codeOf = async (...parameters: Parameters<typeof send>) =>
    outcomeOf(await send(...parameters)).slice(0, 2);

  test('lasts 48 hours and is prolonged once by as much', async () => {
    const { anna, bo, id } = await setUp();
    const reserve = () => send(RESERVE, anna, { id, other_user_id: bo.id });
    const { status, body } = await reserve();
    expect([status, body]).toMatchObject([
      200,
      {
        reserved: true,
        reserved_for: { id: bo.id, name: 'Bo Alm' },
        reserved_until: inHours(48).toISOString(),
        is_reservation_prolonged: false,
      },
    ]);
    setClock(inHours(10));
    expect((await reserve()).body).toMatchObject({
      reserved_until: inHours(96).toISOString(),
      is_reservation_prolonged: true,
    });
    expect(await codeOf(RESERVE, anna, { id, other_user_id: bo.id })).toEqual([
      409,
      'announcement.reservation_prolonged',
    ]);
    setClock(inHours(96));
    expect((await reserve()).body).toMatchObject({ reserved_until: inHours(144).toISOString() });
  });

  test('is only for somebody who has written about the ad, one at a time', async () => {
    const { anna, bo, cia, id } = await setUp();
    for (const other_user_id of [cia.id, anna.id, UNKNOWN])
      expect(await codeOf(RESERVE, anna, { id, other_user_id })).toEqual([404, 'conversation.not_found']);
    await send('marketplace.conversations.send', cia, { announcement_id: id, message_text: 'Hej' });
    await send(RESERVE, anna, { id, other_user_id: bo.id });
    expect(await codeOf(RESERVE, anna, { id, other_user_id: cia.id })).toEqual([
      409,
      'announcement.reserved',
    ]);
    expect((await send(END, anna, { id })).body).toMatchObject({ reserved: false, reserved_until: null });
    expect((await send(END, anna, { id })).status).toBe(200);
    expect((await send(RESERVE, anna, { id, other_user_id: cia.id })).status).toBe(200);
  });

  test.each([
    ['announcement.completed', { is_completed: true }],
    ['announcement.inactive', { is_active: false }],
    ['announcement.inactive', { renewed_at: '2026-12-01T00:00:00.000Z' }],
    ['announcement.paused', { is_paused: true }],
  ])('is refused with %s for an ad that is %p', async (code, state) => {
    const { anna, bo, id } = await setUp();
    await app.db.update(announcements).set(state);
    expect(await codeOf(RESERVE, anna, { id, other_user_id: bo.id })).toEqual([409, code]);
  });
});

test('a reserved ad is listed after the others, without saying for whom', async () => {
  const { anna, bo, id } = await setUp();
  const other = await makeAnnouncement(app.db, { created_at: '2026-12-01T00:00:00.000Z' });
  await callOver('rest')(RESERVE, anna, { id, other_user_id: bo.id });
  const response = await callOver('rest')<PublicAnnouncement[]>(ADS.list);
  expect(response.body.map((ad) => [ad.id, ad.reserved])).toEqual([
    [other.id, false],
    [id, true],
  ]);
  expect(JSON.stringify(response.body)).not.toContain('Bo Alm');
});

test('of twenty concurrent reservations for different members one succeeds', async () => {
  const { anna, id } = await setUp();
  const members = await Promise.all(Array.from({ length: 20 }, () => makeMember(app.db)));
  for (const member of members)
    await callOver('rest')('marketplace.conversations.send', member, {
      announcement_id: id,
      message_text: 'Hej',
    });
  const responses = await Promise.all(
    members.map(({ id: other_user_id }, index) =>
      callOver(TRANSPORTS[index % 2] ?? 'rest')(RESERVE, anna, { id, other_user_id }),
    ),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(new Set(statuses.filter((status) => status !== 200))).toEqual(new Set([409]));
});

test('completing an ad ends its reservation, and so does the deletion of the other account', async () => {
  const { anna, bo, id } = await setUp();
  await callOver('rest')(RESERVE, anna, { id, other_user_id: bo.id });
  await callOver('rest')(ADS.complete, anna, { id, final_price: 900 });
  expect(await ownAd(anna)).toMatchObject({ reserved: false, is_completed: true, final_price: 900 });
  await app.db.update(announcements).set({ is_completed: false });
  await callOver('rest')(RESERVE, anna, { id, other_user_id: bo.id });
  await app.db.delete(accounts).where(eq(accounts.id, bo.id));
  expect(await ownAd(anna)).toMatchObject({ reserved: false, reserved_for: null });
});

test('a reservation lapses after its time, with one mail to each party', async () => {
  const { anna, bo, id } = await setUp();
  await callOver('rest')(RESERVE, anna, { id, other_user_id: bo.id });
  await app.db.delete(outbox);
  const lapse = () => lapseReservations(app.context);
  setClock(new Date(inHours(48).getTime() - 1));
  await lapse();
  expect(await ownAd(anna)).toMatchObject({ reserved: true });
  setClock(inHours(48));
  await Promise.all([lapse(), lapse(), lapse()]);
  expect(await ownAd(anna)).toMatchObject({ reserved: false, reserved_until: null });
  const mails = await app.db.select().from(outbox);
  expect(mails.map(({ about }) => about.user_id).sort()).toEqual([anna.id, bo.id].sort());
  const mailContext = { ...app.context, siteUrl: 'https://lopp.example' };
  const compose = (user_id: string) =>
    composers['announcement.reservation_lapsed']?.(
      mailContext,
      { announcement_id: id, user_id, buyer_id: bo.id },
      { attempts: 1 },
    );
  expect(await compose(anna.id)).toMatchObject({
    to: anna.email,
    subject: 'Reservationen har gått ut: ”Vasaloppet”',
    button: { url: `https://lopp.example/marketplace/inbox?announcement=${id}&user=${bo.id}` },
  });
  expect(await compose(bo.id)).toMatchObject({
    to: bo.email,
    paragraphs: [
      'Annonsen var reserverad för dig. Tiden har gått ut, och den är öppen för alla igen.',
      'Vill du fortfarande ha platsen? Skriv till den som annonserar.',
    ],
    button: { url: `https://lopp.example/marketplace/inbox?announcement=${id}&user=${anna.id}` },
  });
});

test('the member for whom an ad is reserved is mailed, unless the reservation has ended', async () => {
  const { anna, bo, id } = await setUp();
  await app.db.delete(outbox);
  await callOver('rest')(RESERVE, anna, { id, other_user_id: bo.id });
  const [mail, ...others] = await app.db.select().from(outbox);
  expect([others, mail?.kind, mail?.about]).toEqual([
    [],
    'announcement.reserved',
    { announcement_id: id, user_id: bo.id },
  ]);
  const compose = (user_id: string) =>
    composers['announcement.reserved']?.(
      { ...app.context, siteUrl: 'https://lopp.example' },
      { announcement_id: id, user_id },
      { attempts: 1 },
    );
  expect(await compose(bo.id)).toMatchObject({
    to: bo.email,
    subject: 'Reserverad för dig: ”Vasaloppet”',
    paragraphs: [
      'Annonsen är reserverad för dig till 3 mars 09:00. Under tiden tar den inte emot andra intresserade.',
      'Kom överens i konversationen innan dess. Sedan blir annonsen öppen för alla igen.',
    ],
    button: { url: `https://lopp.example/marketplace/inbox?announcement=${id}&user=${anna.id}` },
  });
  expect(await compose(anna.id)).toBeUndefined();
  await callOver('rest')(END, anna, { id });
  expect(await compose(bo.id)).toBeUndefined();
});

test('a reservation that is over is reported before the ad is reserved again', async () => {
  const { anna, bo, id } = await setUp();
  const reserve = () => callOver('rest')(RESERVE, anna, { id, other_user_id: bo.id });
  await reserve();
  await app.db.delete(outbox);
  setClock(inHours(49));
  expect((await reserve()).body).toMatchObject({ reserved_until: inHours(97).toISOString() });
  const mails = await app.db.select().from(outbox);
  expect(mails.map(({ kind }) => kind).sort()).toEqual([
    'announcement.reservation_lapsed',
    'announcement.reservation_lapsed',
    'announcement.reserved',
  ]);
});

test('the mail about a reservation of an ad that is hidden meanwhile does not say that it is open', async () => {
  const { anna, id } = await setUp();
  await app.db.update(announcements).set({ is_active: false });
  const mail = await composers['announcement.reservation_lapsed']?.(
    { ...app.context, siteUrl: 'https://lopp.example' },
    { announcement_id: id, user_id: anna.id, buyer_id: UNKNOWN },
    { attempts: 1 },
  );
  expect(mail?.paragraphs).toEqual([
    'Reservationen av din annons har gått ut. Annonsen visas inte längre.',
    'Är platsen såld? Markera annonsen som klar.',
  ]);
});

test('a reserved ad is deleted while its holder deletes their account, without a deadlock', async () => {
  for (let round = 0; round < 10; round++) {
    const { anna, bo, id } = await setUp();
    await callOver('rest')(RESERVE, anna, { id, other_user_id: bo.id });
    const context = app.context;
    const responses = await Promise.all([
      callOver('rest')(ADS.delete, anna, { id }),
      app.db.transaction((tx) => deleteAccountOf(context, tx, bo.id)).then(() => ({ status: 200 })),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  }
});
