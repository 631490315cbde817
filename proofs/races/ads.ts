import { eq } from 'drizzle-orm';
import { announcements, auditLog } from '#db/schema/index.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { CROWD, type Round, repeatCall, shuffle } from './arena.ts';

const ADS = 'marketplace.announcements';

export const completeAd: Round = async ({ db, sendAtOnce }, { expectOneSuccess, count }, turn) => {
  const anna = await makeMember(db);
  const ad = await makeAnnouncement(db, { user_id: anna.id });
  const responses = await sendAtOnce(repeatCall(CROWD, `${ADS}.complete`, anna, { id: ad.id }), turn);
  expectOneSuccess(responses, [409, 'announcement.completed']);
  const [row] = await db.select().from(announcements).where(eq(announcements.id, ad.id));
  count(Number(row?.is_completed), 1, 'ads completed');
};

/** No edit succeeds on an ad that is already completed, and no successful edit is lost. */
export const editOrCompleteAd: Round = async (
  { db, sendAtOnce },
  { checkStatuses, check, expectOneSuccess },
  turn,
) => {
  const anna = await makeMember(db);
  const ad = await makeAnnouncement(db, { user_id: anna.id, price: 100 });
  const calls = shuffle([
    ...repeatCall(2, `${ADS}.complete`, anna, { id: ad.id }),
    ...Array.from({ length: CROWD - 2 }, (_, i) => ({
      name: `${ADS}.update`,
      caller: anna,
      input: { id: ad.id, price: 1000 + i, name_change_fee: 0, description: '' },
    })),
  ]);
  const responses = await sendAtOnce(calls, turn);
  const responsesTo = (verb: string) =>
    responses.filter((_, index) => calls[index]?.name === `${ADS}.${verb}`);
  expectOneSuccess(responsesTo('complete'), [409, 'announcement.completed']);
  const edits = responsesTo('update');
  checkStatuses(edits, [200, [409, 'announcement.completed']]);
  const successful = edits.filter(({ status }) => status === 200).map(({ body }) => body);
  check(
    successful.every((body) => body.is_completed === false),
    'an edit succeeded on a completed ad',
  );
  const [row] = await db.select().from(announcements).where(eq(announcements.id, ad.id));
  check(row?.is_completed === true, 'the ad is not completed');
  const prices = successful.length > 0 ? successful.map(({ price }) => price) : [100];
  check(prices.includes(row?.price), `the price is ${row?.price}, from an edit that was refused`);
};

/** A member's ads are created one after the other, so order numbers collide between members. */
export const createAds: Round = async ({ db, sendAtOnce }, { checkStatuses, count }, turn) => {
  const members = await Promise.all(Array.from({ length: CROWD / 2 }, () => makeMember(db)));
  const event = await makeEvent(db);
  const input = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 1 };
  const calls = shuffle(members.flatMap((member) => repeatCall(2, `${ADS}.create`, member, input)));
  const responses = await sendAtOnce(calls, turn);
  checkStatuses(responses, [200]);
  const created = responses.filter(({ status }) => status === 200);
  const rows = await db.select().from(announcements).where(eq(announcements.event_id, event.id));
  count(rows.length, created.length, 'ads');
  count(new Set(created.map(({ body }) => body.order_number)).size, created.length, 'order numbers');
};

export const deleteAd: Round = async ({ db, sendAtOnce }, { expectOneSuccess, count }, turn) => {
  const anna = await makeMember(db);
  const ad = await makeAnnouncement(db, { user_id: anna.id });
  const responses = await sendAtOnce(repeatCall(CROWD, `${ADS}.delete`, anna, { id: ad.id }), turn);
  expectOneSuccess(responses, [404, 'announcement.not_found']);
  count((await db.select().from(announcements).where(eq(announcements.id, ad.id))).length, 0, 'ads left');
};

/** Each ad is created and then inactive, or refused. */
export const eventDeletion: Round = async ({ db, sendAtOnce, admins }, verdict, turn) => {
  const anna = await makeMember(db);
  const event = await makeEvent(db, { event_name: 'Kortlivat' });
  await makeAnnouncement(db, { user_id: anna.id, event_id: event.id });
  const input = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 1 };
  const calls = shuffle([
    ...repeatCall(CROWD - 2, `${ADS}.create`, anna, input),
    ...admins.flatMap((admin) => repeatCall(1, 'admin.events.delete', admin, { id: event.id })),
  ]);
  const responses = await sendAtOnce(calls, turn);
  const isDeletion = (index: number) => calls[index]?.name === 'admin.events.delete';
  verdict.expectOneSuccess(
    responses.filter((_, index) => isDeletion(index)),
    [404, 'event.not_found'],
  );
  const creations = responses.filter((_, index) => !isDeletion(index));
  verdict.checkStatuses(creations, [200, [409, 'announcement.event_gone']]);
  const rows = await db.select().from(announcements).where(eq(announcements.user_id, anna.id));
  verdict.count(rows.length, 1 + creations.filter(({ status }) => status === 200).length, 'ads');
  for (const { event_id, is_active, event_name, event_date } of rows) {
    verdict.check(
      event_id === null && !is_active && event_name === 'Kortlivat' && event_date === '2099-05-01',
      'an ad is active for a deleted event',
    );
  }
  const auditEntries = await db.select().from(auditLog).where(eq(auditLog.record_id, event.id));
  verdict.count(auditEntries.length, 1, 'audit entries of the deletion');
};
