import { hideReportedAd } from '#src/features/announcements/admin/service.ts';
import { adPath, orderNumberOf } from '#src/features/announcements/rules.ts';
import { hasBeenGiven } from '#src/features/announcements/service.ts';
import { recordAction } from '#src/features/audit/service.ts';
import { keptUntil } from '#src/features/reports/rules.ts';
import { referenceOf } from '#src/features/statements/rules.ts';
import { siteUrlOf } from '#src/platform/config.ts';
import type { AdminContext, BackgroundContext, Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { dayInStockholm, retentionStart } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AdminNotice, NoticeDecisionInput, NoticeInput } from './contract.ts';
import { orderNumberIn } from './rules.ts';
import * as store from './store.ts';

/** Limits undecided notices, because admins read them in one list. */
const UNDECIDED_MAX = 1000;

/**
 * `website` is a honeypot: if it is filled in, the response looks like success and nothing is stored. Throws
 * `notice.url`, `announcement.not_found`, `notice.full`.
 */
export async function sendNotice(ctx: Context, input: NoticeInput): Promise<{ message: string }> {
  const { website, ...notice } = input;
  if (!website) await storeNotice(ctx, notice);
  return {
    message:
      'Tack för din anmälan! Vi har mejlat dig en bekräftelse och mejlar igen när vi har fattat ett beslut.',
  };
}

async function storeNotice(ctx: Context, notice: Omit<NoticeInput, 'website'>): Promise<void> {
  const orderNumber = orderNumberIn(notice.url, new URL(siteUrlOf(ctx.config)).origin);
  if (!orderNumber) throw new AppError('notice.url');
  await ctx.database.db.transaction(async (tx) => {
    const announcement_id = await store.findAdId(tx, orderNumber);
    // An ad that is gone can be reported too.
    if (!announcement_id && !(await hasBeenGiven(tx, orderNumber)))
      throw new AppError('announcement.not_found');
    if ((await store.countUndecided(tx)) >= UNDECIDED_MAX)
      throw new AppError('notice.full', { retryAfter: 3600 });
    const id = Bun.randomUUIDv7();
    await store.insertNotice(tx, {
      ...notice,
      id,
      url: adPath(orderNumber),
      announcement_id: announcement_id ?? null,
      created_at: ctx.now().toISOString(),
    });
    await enqueueMail(tx, { kind: 'notice.received', about: { notice_id: id, email: notice.email } });
  });
}

type StoredNotice = Awaited<ReturnType<typeof store.findNotices>>[number];

const shownToAdmins = ({ deleted_at, ...notice }: StoredNotice): AdminNotice => ({
  ...notice,
  reference: referenceOf(notice),
  order_number: orderNumberOf(notice.url) ?? '',
  kept_until: deleted_at && keptUntil(deleted_at),
});

export async function listNotices({ database, now }: AdminContext): Promise<AdminNotice[]> {
  return (await store.findNotices(database.db, dayInStockholm(now()))).map(shownToAdmins);
}

/** Throws `notice.not_found`, `notice.decided`. */
export function decideNotice(
  ctx: AdminContext,
  { id, decision, ...reasons }: NoticeDecisionInput,
): Promise<AdminNotice> {
  return ctx.database.db.transaction(async (tx) => {
    const notice = await requireNotice(ctx, tx, id);
    if (notice.decision) throw new AppError('notice.decided');
    // Before the notice is locked: the deletion of an ad locks them in the same order.
    if (decision === 'removed' && notice.announcement_id)
      await hideReportedAd(ctx, tx, notice.announcement_id, { ...reasons, notice_id: id });
    const decided_at = ctx.now().toISOString();
    if (!(await store.storeDecision(tx, id, { decision, ...reasons, decided_at })))
      throw new AppError('notice.decided');
    await recordAction(tx, ctx, decision === 'removed' ? 'notice.remove' : 'notice.keep', {
      id,
      name: orderNumberOf(notice.url) ?? null,
    });
    await enqueueMail(tx, { kind: 'notice.decided', about: { notice_id: id, email: notice.email } });
    return shownToAdmins(await requireNotice(ctx, tx, id));
  });
}

async function requireNotice({ now }: AdminContext, db: Db, id: string): Promise<StoredNotice> {
  const notice = await store.findNotice(db, id, dayInStockholm(now()));
  if (!notice) throw new AppError('notice.not_found');
  return notice;
}

/** Call it only with addresses whose owner has been verified: the notices are private. */
export const findNoticesSentFrom = (db: Db, emails: string[]) => store.findNoticesFrom(db, emails);

export async function sweepNotices({ database, config, now }: BackgroundContext): Promise<void> {
  const since = retentionStart(now(), config.retentionDays);
  if (since) await store.deleteDecidedBefore(database.db, since);
}
