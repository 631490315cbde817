import { beforeEach } from 'bun:test';
import { auditLog, events, outbox, submissions } from '#db/schema/index.ts';
import type { AdminSubmission, ReviewedSubmission } from '#src/features/submissions/contract.ts';
import { call } from './call.ts';
import { makeAdmin, makeSubmission } from './content.ts';
import { appOfFile } from './of-file.ts';

export const transport = 'trpc';

export const NOW = '2027-01-15T09:00:00.000Z';

/** An app with an admin and mails, and what submissions need. */
export async function openSubmissionWorld() {
  const app = await appOfFile({ now: () => new Date(NOW), mail: true });
  const admin = await makeAdmin(app.db, { username: 'vera' });
  beforeEach(async () => {
    const { db } = app;
    await Promise.all([db.delete(submissions), db.delete(events), db.delete(auditLog)]);
  });

  const storeSubmission = (row: Parameters<typeof makeSubmission>[1] = {}) => makeSubmission(app.db, row);
  const loadCalendar = async () => (await app.api<Record<string, unknown>[]>('GET /events')).body;
  const loadAuditEntries = () =>
    app.db
      .select({
        admin: auditLog.admin,
        action: auditLog.action,
        record_id: auditLog.record_id,
        record_name: auditLog.record_name,
        created_at: auditLog.created_at,
      })
      .from(auditLog);
  const auditEntry = (action: string, { id, event_name }: { id: string; event_name: string }) => ({
    admin: 'vera',
    action,
    record_id: id,
    record_name: event_name,
    created_at: NOW,
  });
  async function waitForAllMails() {
    while ((await app.db.select({ id: outbox.id }).from(outbox)).length > 0) await Bun.sleep(20);
  }
  const list = () => call<AdminSubmission[]>(app, transport, 'admin.submissions.list', admin);
  const review = (id: string, decision: object) =>
    call<ReviewedSubmission>(app, transport, 'admin.submissions.review', admin, { id, ...decision });
  const remove = (id: string) => call(app, transport, 'admin.submissions.delete', admin, { id });

  return {
    admin,
    app,
    auditEntry,
    list,
    loadAuditEntries,
    loadCalendar,
    remove,
    review,
    storeSubmission,
    waitForAllMails,
  };
}
