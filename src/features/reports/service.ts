import { shareLockAccount, shareLockMember } from '#src/features/accounts/service.ts';
import type { BackgroundContext, MemberContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ReportInput, StoredReport } from './contract.ts';
import { deleteEvidenceBefore, insertEvidenceOfDeal } from './evidence/store.ts';
import { evidenceStart } from './rules.ts';
import { findIdsAbout, insertReport, lockLeftDeal, shareLockCommonAnnouncement } from './store.ts';

/** There is no account to report, so only what is evidence anyway is stored. */
async function reportFormerMember(tx: Db, ctx: MemberContext, input: ReportInput): Promise<StoredReport> {
  const { reason, description, reported_user_id } = input;
  const report = { id: Bun.randomUUIDv7(), reason, description, created_at: ctx.now().toISOString() };
  const { id, full_name, email } = ctx.member;
  const reporter = { reporter_id: id, reporter_name: full_name, reporter_email: email };
  await insertEvidenceOfDeal(tx, reported_user_id, { ...report, ...reporter });
  return { ...report, status: 'new', reported_user_id, related_announcement_id: null };
}

/** A related ad must involve both people. Throws `report.self`, `account.not_found`, `announcement.not_found`. */
export async function createReport(ctx: MemberContext, input: ReportInput): Promise<StoredReport> {
  const { member } = ctx;
  const { reported_user_id, related_announcement_id } = input;
  if (reported_user_id === member.id) throw new AppError('report.self');
  return ctx.database.db.transaction(async (tx) => {
    await shareLockMember(tx, member);
    const leftDeal = await lockLeftDeal(tx, reported_user_id, member.id);
    if (leftDeal) return reportFormerMember(tx, ctx, input);
    await shareLockAccount(tx, reported_user_id);
    const isCommonAd =
      related_announcement_id === null ||
      (await shareLockCommonAnnouncement(tx, related_announcement_id, reported_user_id, member.id));
    if (!isCommonAd) throw new AppError('announcement.not_found');
    return insertReport(tx, {
      ...input,
      reporter_id: member.id,
      reporter_name: member.full_name,
      reporter_email: member.email,
      created_at: ctx.now().toISOString(),
    });
  });
}

export const findReportIdsAbout = (db: Db, userId: string): Promise<string[]> => findIdsAbout(db, userId);

export const sweepEvidence = ({ database, now }: BackgroundContext): Promise<void> =>
  deleteEvidenceBefore(database.db, evidenceStart(now()));
