import { eq, sql } from 'drizzle-orm';
import { auditLog, banners, events, marketplaceSettings, outbox, submissions } from '#db/schema/index.ts';
import { makeSubmission } from '#tests/support/content.ts';
import { type Arena, type ConcurrentCall, CROWD, type Round, repeatCall, shuffle } from './arena.ts';

const readAuditEntries = async ({ db }: Arena, id: string) =>
  db.select().from(auditLog).where(eq(auditLog.record_id, id));

const callsByBothAdmins = (
  { admins }: Arena,
  count: number,
  callAt: (i: number) => Pick<ConcurrentCall, 'name' | 'input'>,
): ConcurrentCall[] =>
  Array.from({ length: count }, (_, i) => ({ ...callAt(i), caller: admins[i % 3 === 0 ? 1 : 0] }));

/** One review succeeds, with one audit entry, one mail and at most one event. */
export const reviewProposal: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce } = arena;
  const { id, event_name } = await makeSubmission(db);
  const calls = shuffle(
    callsByBothAdmins(arena, CROWD, (i) => ({
      name: 'admin.submissions.review',
      input: { id, status: i % 2 ? 'approved' : 'rejected', admin_comments: `${i}` },
    })),
  );
  const responses = await sendAtOnce(calls, turn);
  const winner = verdict.expectOneSuccess(responses, [409, 'submission.reviewed']);
  const decision = winner && calls[winner.index]?.input;
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id));
  verdict.check(
    row?.status === decision?.status && row?.admin_comments === decision?.admin_comments,
    `stored as ${row?.status}, but the response said ${decision?.status}`,
  );
  const created = await db.select().from(events).where(eq(events.event_name, event_name));
  verdict.count(created.length, decision?.status === 'approved' ? 1 : 0, 'events');
  const auditEntries = (await readAuditEntries(arena, id)).map(({ action }) => action);
  verdict.count(auditEntries.length, 1, 'audit entries');
  const mails = (await db.select().from(outbox)).filter(({ about }) => about.submission_id === id);
  verdict.count(mails.length, 1, 'mails');
  verdict.check(mails[0]?.kind === `submission.${decision?.status}`, `the mail is ${mails[0]?.kind}`);
};

const EVENT = { event_date: '2099-06-01', sport_type: 'Löpning', distances: '10 km' };

/** One edit of a version succeeds, the others get 409. */
export const eventEdits: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce, admins } = arena;
  const [created] = await sendAtOnce(
    repeatCall(1, 'admin.events.create', admins[0], { ...EVENT, event_name: 'Som det var' }),
    0,
  );
  const { id, version } = created?.body ?? {};
  const calls = callsByBothAdmins(arena, CROWD, (i) => ({
    name: 'admin.events.update',
    input: { ...EVENT, id, version, event_name: `Ändrat ${i}` },
  }));
  const winner = verdict.expectOneSuccess(await sendAtOnce(calls, turn), [409, 'event.changed']);
  const [row] = await db
    .select()
    .from(events)
    .where(eq(events.id, String(id)));
  verdict.check(row?.event_name === winner?.body.event_name, 'the stored event is not the acknowledged one');
  verdict.count((await readAuditEntries(arena, String(id))).length, 2, 'audit entries of creation and edit');
};

const BANNER = { external_url: 'https://example.se/bild.png', file_type: 'image' };

export const bannerEdits: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce, admins } = arena;
  const [created] = await sendAtOnce(
    repeatCall(1, 'admin.banners.create', admins[0], { ...BANNER, title: 'Före' }),
    0,
  );
  const { id, version } = created?.body ?? {};
  const calls = callsByBothAdmins(arena, CROWD, (i) => ({
    name: 'admin.banners.update',
    input: { ...BANNER, id, version, title: `Efter ${i}` },
  }));
  const winner = verdict.expectOneSuccess(await sendAtOnce(calls, turn), [409, 'banner.changed']);
  const [row] = await db
    .select()
    .from(banners)
    .where(eq(banners.id, String(id)));
  verdict.check(row?.title === winner?.body.title, 'the stored banner is not the acknowledged one');
  verdict.count((await readAuditEntries(arena, String(id))).length, 2, 'audit entries of creation and edit');
};

const infoBox = (info_box_title: string) => ({
  info_box_title,
  info_box_steps: ['Ett'],
  info_box_warning: 'Se upp.',
});

export const settingsEdits: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce, admins } = arena;
  const name = 'admin.marketplaceSettings.update';
  const title = `Box ${Bun.randomUUIDv7()}`;
  await db.delete(marketplaceSettings);
  const [shown] = await sendAtOnce(repeatCall(1, name, admins[0], infoBox(title)), 0);
  const calls = callsByBothAdmins(arena, CROWD, (i) => ({
    name,
    input: { ...infoBox(`${title} ${i}`), shown: shown?.body },
  }));
  const winner = verdict.expectOneSuccess(await sendAtOnce(calls, turn), [409, 'settings.changed']);
  const [row] = await db.select().from(marketplaceSettings);
  verdict.check(
    row?.info_box_title === winner?.body.info_box_title,
    'the stored info box is not the acknowledged one',
  );
  const auditEntries = await db
    .select()
    .from(auditLog)
    .where(sql`starts_with(${auditLog.record_name}, ${title})`);
  verdict.count(auditEntries.length, 2, 'audit entries of creation and edit');
};

/** Positions stay 0 to n-1, and each deletion has one audit entry. */
export const bannerOrder: Round = async (arena, verdict, turn) => {
  const { db, sendAtOnce } = arena;
  await db.delete(banners);
  const rows = Array.from({ length: 8 }, (_, order_index) => ({
    id: Bun.randomUUIDv7(),
    title: `${order_index}`,
    external_url: BANNER.external_url,
    file_type: 'image' as const,
    order_index,
  }));
  await db.insert(banners).values(rows);
  const [one, other] = shuffle(rows);
  const update = (input: (i: number) => ConcurrentCall['input']) => (i: number) => ({
    name: 'admin.banners.update',
    input: { id: rows[i % rows.length]?.id, ...input(i) },
  });
  const calls = shuffle([
    ...callsByBothAdmins(
      arena,
      10,
      update(() => ({ order_index: Math.floor(Math.random() * 10) })),
    ),
    ...callsByBothAdmins(
      arena,
      3,
      update((i) => ({ is_active: i % 2 === 0 })),
    ),
    ...callsByBothAdmins(arena, 3, (i) => ({
      name: 'admin.banners.create',
      input: { ...BANNER, title: 'Ny', order_index: i },
    })),
    ...callsByBothAdmins(arena, 4, (i) => ({
      name: 'admin.banners.delete',
      input: { id: (i % 2 ? one : other)?.id },
    })),
  ]);
  const responses = await sendAtOnce(calls, turn);
  verdict.checkStatuses(responses, [200, [404, 'banner.not_found']]);
  for (const row of [one, other]) {
    verdict.expectOneSuccess(
      responses.filter(
        (_, at) => calls[at]?.name === 'admin.banners.delete' && calls[at]?.input.id === row?.id,
      ),
      [404, 'banner.not_found'],
    );
    const auditEntries = (await readAuditEntries(arena, row?.id ?? '')).filter(
      ({ action }) => action === 'banner.delete',
    );
    verdict.count(auditEntries.length, 1, 'audit entries of a deletion');
  }
  const left = await db.select().from(banners).orderBy(banners.order_index);
  const created = responses.filter(
    ({ status }, at) => calls[at]?.name === 'admin.banners.create' && status === 200,
  );
  verdict.count(left.length, rows.length + created.length - 2, 'banners');
  const order = left.map(({ order_index }) => order_index);
  verdict.check(order.join() === [...left.keys()].join(), `the order is ${order}`);
};
