import { recordAction } from '#src/features/audit/service.ts';
import { withConsequences } from '#src/features/events/changes/rules.ts';
import { changeFields, lockEvents } from '#src/features/events/changes/service.ts';
import type { ColumnValues } from '#src/features/events/contract.ts';
import { lockSeries } from '#src/features/events/series/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db } from '#src/platform/database.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { omit } from '#src/shared/omit.ts';
import type { AdminProposal, ProposalReview } from '../contract.ts';
import { queueDecisionMail } from '../mails.ts';
import { checkChange, conflictsOf, proposalError } from '../rules.ts';
import * as store from './store.ts';

type Row = NonNullable<Awaited<ReturnType<typeof store.findProposal>>>;

/** A reviewed proposal has no conflicts: it is over. */
function toAdmin({ proposal, event, url }: Row): AdminProposal {
  const row = omit(proposal, 'organiser_id');
  const stored = event as ColumnValues;
  return {
    ...row,
    event_name: event.event_name,
    event_date: event.event_date,
    url,
    current: Object.fromEntries(Object.keys(row.after).map((name) => [name, stored[name]])),
    conflicts: proposalError(row) ? [] : conflictsOf(stored, row.before, row.after),
  };
}

export async function listProposals({ database: { db } }: AdminContext): Promise<AdminProposal[]> {
  return (await store.findProposals(db)).map(toAdmin);
}

/** An approval changes the event as the admin's own edit would: a new date is a move. */
export function reviewProposal(
  ctx: AdminContext,
  { id, status, admin_comments, overwrite }: ProposalReview,
): Promise<AdminProposal> {
  return ctx.database.db.transaction(async (tx) => {
    // Before the event, as everywhere. A merge of its event gives the proposal another one.
    await lockSeries(tx);
    const found = await store.findProposal(tx, id);
    if (!found) throw new AppError('proposal.not_found');
    const event = await atMostOne(lockEvents(tx, [found.event.id]));
    const proposal = await store.lockProposal(tx, id);
    if (!event || !proposal) throw new AppError('proposal.not_found');
    const errorCode = proposalError(proposal);
    if (errorCode) throw new AppError(errorCode);
    if (status === 'approved') {
      if (!overwrite && conflictsOf(event, proposal.before, proposal.after).length > 0)
        throw new AppError('proposal.conflict');
      await approve(tx, ctx, event, proposal.after);
    }
    const now = ctx.now().toISOString();
    await store.storeDecision(tx, id, {
      status,
      admin_comments,
      reviewed_at: now,
      reviewed_by: ctx.admin.username,
    });
    const reviewed = await store.findProposal(tx, id);
    if (!reviewed) throw new AppError('proposal.not_found');
    const action = status === 'approved' ? 'proposal.approve' : 'proposal.reject';
    await recordAction(tx, ctx, action, { id, name: reviewed.event.event_name });
    if (await store.isLinkActive(tx, proposal.organiser_id, now))
      await queueDecisionMail(tx, {
        status,
        email: proposal.organiser_email,
        proposal_id: id,
        event_name: reviewed.event.event_name,
        url: reviewed.url ?? '',
        fields: Object.keys(proposal.after).join(),
        admin_comments: admin_comments ?? '',
      });
    return toAdmin(reviewed);
  });
}

type Event = Awaited<ReturnType<typeof lockEvents>>[number];

async function approve(tx: Db, ctx: AdminContext, event: Event, after: ColumnValues): Promise<void> {
  const today = dayInStockholm(ctx.now());
  const fields = withConsequences(event, after);
  checkChange(event, fields, today);
  // The data is the organiser's, from the day of the approval on.
  await changeFields(tx, today, [{ id: event.id, fields: { ...fields, organizer_confirmed_on: today } }]);
}
