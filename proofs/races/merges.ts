import { inArray } from 'drizzle-orm';
import { announcements, events } from '#db/schema/index.ts';
import { makeEvent, makeMember } from '#tests/support/content.ts';
import { type ConcurrentCall, CROWD, type Round, repeatCall, shuffle } from './arena.ts';

const CREATE = 'marketplace.announcements.create';

/** Two events are merged once, in one direction, and the undo gives each ad back to the event that it was made for. */
export const mergeEvents: Round = async ({ db, sendAtOnce, admins }, verdict, turn) => {
  const anna = await makeMember(db);
  const ids = [(await makeEvent(db)).id, (await makeEvent(db)).id] as const;
  const adFor = (event_id: string) => ({
    name: CREATE,
    caller: anna,
    input: { announcement_type: 'sale', event_id, distance: '10 km', price: 1 },
  });
  const mergeOf = (index: number) => ({
    name: 'admin.merges.merge',
    caller: admins[index % 2] ?? admins[0],
    input: index % 3 ? { id: ids[0], into: ids[1] } : { id: ids[1], into: ids[0] },
  });
  const ads = CROWD / 4;
  const calls = shuffle<ConcurrentCall>([
    ...Array.from({ length: CROWD - ads }, (_, index) => mergeOf(index)),
    ...Array.from({ length: ads }, (_, index) => adFor(ids[index % 2] ?? ids[0])),
  ]);
  const responses = await sendAtOnce(calls, turn);
  const isAd = (index: number) => calls[index]?.name === CREATE;
  const merged = verdict.expectOneSuccess(
    responses.filter((_, index) => !isAd(index)),
    [409, 'event.merged'],
  );
  verdict.checkStatuses(
    responses.filter((_, index) => isAd(index)),
    [200, [409, 'announcement.event_gone']],
  );
  if (!merged) return;
  const keptId = String(merged.body.id);
  const mergedId = keptId === ids[0] ? ids[1] : ids[0];
  const stored = () =>
    db
      .select()
      .from(announcements)
      .where(inArray(announcements.user_id, [anna.id]));
  const made = responses.filter(({ status }, index) => isAd(index) && status === 200);
  const before = await stored();
  verdict.count(before.length, made.length, 'ads');
  verdict.check(
    before.every(({ event_id }) => event_id === keptId),
    'an ad was not moved',
  );
  const undos = repeatCall(CROWD / 2, 'admin.merges.unmerge', admins[0], { id: mergedId });
  verdict.expectOneSuccess(await sendAtOnce(undos, turn), [404, 'merge.not_found']);
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.id, [...ids]));
  verdict.count(rows.length, 2, 'events after the undo');
  const madeFor = new Map(
    responses.flatMap(({ status, body }, index) =>
      isAd(index) && status === 200 ? [[String(body.id), String(calls[index]?.input.event_id)] as const] : [],
    ),
  );
  verdict.check(
    (await stored()).every(({ id, event_id }) => event_id === madeFor.get(id)),
    'an ad did not get its event back',
  );
};
