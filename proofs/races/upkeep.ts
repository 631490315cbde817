import { inArray } from 'drizzle-orm';
import { announcements, events } from '#db/schema/index.ts';
import { makeEvent, makeMember } from '#tests/support/content.ts';
import { sendImport } from '#tests/support/imports.ts';
import { CROWD, type Round, repeatCall, shuffle } from './arena.ts';

/** An undone import removes exactly the events without ads, whenever the ads are made. */
export const undoImport: Round = async ({ db, sendAtOnce, admins, appOf }, verdict, turn) => {
  const anna = await makeMember(db);
  const names = Array.from({ length: 6 }, () => Bun.randomUUIDv7());
  const file = new TextEncoder().encode(
    [
      'event_date,event_name,distances,sport_type',
      ...names.map((name) => `2099-06-01,${name},10 km,Löpning`),
    ].join('\n'),
  );
  const { body } = await sendImport(appOf(turn).url, admins[0], file);
  const imported = await db.select({ id: events.id }).from(events).where(inArray(events.event_name, names));
  const undos = CROWD / 2;
  const calls = shuffle([
    ...Array.from({ length: undos }, (_, index) => ({
      name: 'admin.imports.undo',
      caller: admins[index % 2] ?? admins[0],
      input: { id: body.import_id },
    })),
    ...Array.from({ length: CROWD - undos }, (_, index) => ({
      name: 'marketplace.announcements.create',
      caller: anna,
      input: { announcement_type: 'sale', event_id: imported[index % 3]?.id, distance: '10 km', price: 1 },
    })),
  ]);
  const responses = await sendAtOnce(calls, turn);
  const responsesTo = (name: string) => responses.filter((_, index) => calls[index]?.name === name);
  const undone = verdict.expectOneSuccess(responsesTo('admin.imports.undo'), [409, 'batch.undone']);
  const creations = responsesTo('marketplace.announcements.create');
  verdict.checkStatuses(creations, [200, [409, 'announcement.event_gone']]);
  const ads = await db
    .select()
    .from(announcements)
    .where(inArray(announcements.user_id, [anna.id]));
  verdict.count(ads.length, creations.filter(({ status }) => status === 200).length, 'ads');
  verdict.check(
    ads.every(({ event_id, is_active }) => event_id !== null && is_active),
    'an ad lost its event',
  );
  if (!undone) return;
  const left = await db.select({ id: events.id }).from(events).where(inArray(events.event_name, names));
  verdict.count(left.length, new Set(ads.map(({ event_id }) => event_id)).size, 'events kept');
};

/** A deletion of many events and its undo: the events are there or not, with all of their ads. */
export const undoBulkDeletion: Round = async ({ db, sendAtOnce, admins }, verdict, turn) => {
  const anna = await makeMember(db);
  const made = [await makeEvent(db), await makeEvent(db)];
  const ids = made.map(({ id }) => id);
  const create = {
    name: 'marketplace.announcements.create',
    caller: anna,
    input: { announcement_type: 'sale', event_id: ids[0], distance: '10 km', price: 1 },
  };
  const deletion = {
    name: 'admin.bulk.edit',
    caller: admins[turn % 2] ?? admins[0],
    input: { ids, delete: true },
  };
  const deletions = shuffle([
    ...repeatCall(4, create.name, anna, create.input),
    ...Array.from({ length: 8 }, () => deletion),
  ]);
  const first = await sendAtOnce(deletions, turn);
  const isDeletion = (index: number) => deletions[index]?.name === 'admin.bulk.edit';
  const deleted = verdict.expectOneSuccess(
    first.filter((_, index) => isDeletion(index)),
    [404, 'event.not_found'],
  );
  const createdBefore = first.filter(({ status }, index) => !isDeletion(index) && status === 200).length;
  if (!deleted) return;
  const undos = repeatCall(CROWD / 2, 'admin.bulk.undo', admins[0], { id: deleted.body.id });
  const second = await sendAtOnce(
    shuffle([...undos, ...repeatCall(4, create.name, anna, create.input)]),
    turn,
  );
  verdict.check(
    second.some(({ status }) => status === 200 || status === 503),
    'nobody could undo the deletion',
  );
  const rows = await db.select().from(events).where(inArray(events.id, ids));
  verdict.count(rows.length, 2, 'events restored');
  const ads = await db
    .select()
    .from(announcements)
    .where(inArray(announcements.user_id, [anna.id]));
  verdict.check(
    ads.length >= createdBefore && ads.every(({ event_id, is_active }) => event_id === ids[0] && is_active),
    'an ad did not get its event back',
  );
};

/** Edits of one event, of many and of its series at once: no change is lost, and there is no deadlock. */
export const bulkEdits: Round = async ({ db, sendAtOnce, admins }, verdict, turn) => {
  const made = [await makeEvent(db), await makeEvent(db), await makeEvent(db)];
  const ids = made.map(({ id }) => id);
  const edit = (index: number, set: Record<string, unknown>) => ({
    name: 'admin.bulk.edit',
    caller: admins[index % 2] ?? admins[0],
    input: { ids: index % 2 ? ids : [...ids].reverse(), set },
  });
  const calls = shuffle(
    Array.from({ length: CROWD }, (_, index) =>
      edit(
        index,
        index % 4 === 0
          ? { status: 'cancelled' }
          : {
              status_note: undefined,
              banner_text: `Stämpel ${index}`,
              banner_start_date: '2099-01-01T00:00',
              banner_end_date: '2099-02-01T00:00',
            },
      ),
    ),
  );
  verdict.checkStatuses(await sendAtOnce(calls, turn), [200]);
  const rows = await db.select().from(events).where(inArray(events.id, ids));
  verdict.count(new Set(rows.map(({ banner_text }) => banner_text)).size, 1, 'different stamps');
  verdict.check(
    rows.every(({ status }) => status === 'cancelled'),
    'a cancellation was lost',
  );
};
