import { DELETED_MEMBER_NAME } from '#src/features/accounts/rules.ts';
import { recordAction } from '#src/features/audit/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { AppError } from '#src/shared/errors.ts';
import { REASON_LABELS } from '../contract.ts';
import { changeEvidenceStatus, findAllEvidence, findEvidence } from '../evidence/store.ts';
import { keptUntil } from '../rules.ts';
import type { AdminReport, AdminReportDetail, ReportStatusInput } from './contract.ts';
import * as store from './store.ts';

type StoredReport = NonNullable<Awaited<ReturnType<typeof store.findReport>>>;
type StoredEvidence = Awaited<ReturnType<typeof findAllEvidence>>[number];

/** Newest first. Reports that were deleted with an account are kept as evidence for a while. */
export async function listReports({ database: { db } }: AdminContext): Promise<AdminReport[]> {
  const reports = await store.findReports(db);
  const evidence = new Map((await findAllEvidence(db)).map((row) => [row.report_id, row]));
  const ids = new Set(reports.map(({ id }) => id));
  const deleted = [...evidence.values()].filter(({ report_id }) => !ids.has(report_id));
  return [
    ...reports.map((report) => shownReport(report, evidence.get(report.id))),
    ...deleted.map(reportFromEvidence),
  ].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

/** Throws `report.not_found`. */
export function readReport(ctx: AdminContext, id: string): Promise<AdminReportDetail> {
  return ctx.database.db.transaction(async (tx) => {
    const report = await requireReport(tx, id);
    const evidence = await findEvidence(tx, id);
    const keptMessages = (evidence?.messages ?? []).map(({ text, created_at, ...message }) => ({
      ...message,
      message_text: text,
      created_at: new Date(created_at).toISOString(),
    }));
    // Once its ad is gone, the report would match all other conversations of the two.
    const isAdGone = report.related_announcement?.id === null;
    const liveMessages = isAdGone ? [] : await store.findMessagesOfReport(tx, id);
    const messages = new Map([...keptMessages, ...liveMessages].map((message) => [message.id, message]));
    return {
      ...report,
      messages: [...messages.values()].sort((a, b) => a.created_at.localeCompare(b.created_at)),
    };
  });
}

export function setReportStatus(ctx: AdminContext, { id, status }: ReportStatusInput): Promise<AdminReport> {
  return ctx.database.db.transaction(async (tx) => {
    const isChanged = (await store.changeStatus(tx, id, status)) || (await changeKept(tx, id, status));
    const report = await requireReport(tx, id);
    if (!isChanged) return report;
    // The log is kept longer than evidence, so it must not name a member whose account is gone.
    const name = report.reported_user.id ? report.reported_user.full_name : DELETED_MEMBER_NAME;
    await recordAction(tx, ctx, status === 'handled' ? 'report.handle' : 'report.reopen', {
      id,
      name: `${REASON_LABELS[report.reason]}: ${name}`,
    });
    return report;
  });
}

const changeKept = async (tx: Db, id: string, status: ReportStatusInput['status']) =>
  !(await store.findReport(tx, id)) && (await changeEvidenceStatus(tx, id, status));

async function requireReport(tx: Db, id: string): Promise<AdminReport> {
  const report = await store.findReport(tx, id);
  const evidence = await findEvidence(tx, id);
  if (report) return shownReport(report, evidence);
  if (!evidence) throw new AppError('report.not_found');
  return reportFromEvidence(evidence);
}

const keptAd = ({ content: { announcement } }: StoredEvidence) =>
  announcement && { id: null, order_number: announcement.order_number, event_name: announcement.event_name };

const keptFacts = ({ content: { reported_email, announcement } }: StoredEvidence) => ({
  reported_email,
  announcement: announcement && {
    distance: announcement.distance,
    price: announcement.price,
    description: announcement.description,
  },
});

const shownReport = (report: StoredReport, evidence: StoredEvidence | undefined): AdminReport => ({
  ...report,
  related_announcement: report.related_announcement ?? (evidence ? keptAd(evidence) : null),
  kept_until: evidence ? keptUntil(evidence.created_at) : null,
  kept_facts: evidence ? keptFacts(evidence) : null,
});

const reportFromEvidence = (evidence: StoredEvidence): AdminReport => {
  const { reason, description, status, created_at, reporter_name, reporter_email, reported_name } =
    evidence.content;
  return {
    id: evidence.report_id,
    reason,
    description,
    status,
    reporter_name,
    reporter_email,
    reported_user: { id: null, full_name: reported_name },
    related_announcement: keptAd(evidence),
    created_at: new Date(created_at).toISOString(),
    kept_until: keptUntil(evidence.created_at),
    kept_facts: keptFacts(evidence),
  };
};
