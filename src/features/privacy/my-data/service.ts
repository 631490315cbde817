import { domainToUnicode } from 'node:url';
import { listActionsAbout } from '#src/features/audit/service.ts';
import { blocksOf } from '#src/features/blocks/service.ts';
import { findMessagesSentFrom } from '#src/features/contact/service.ts';
import { conversationsOf } from '#src/features/conversations/service.ts';
import { findNoticesSentFrom } from '#src/features/notices/service.ts';
import { findOrganiserDataOf } from '#src/features/organisers/service.ts';
import { statementsOf } from '#src/features/statements/service.ts';
import { findSubmissionsSentFrom } from '#src/features/submissions/service.ts';
import { watchDataOf } from '#src/features/watches/data/service.ts';
import type { Context, MemberContext } from '#src/platform/context.ts';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import type { MyData } from '../contract.ts';
import * as store from './store.ts';

export const readMyData = (ctx: MemberContext): Promise<MyData> =>
  readDataOf(ctx, ctx.member.id, 'request.unauthorized');

/**
 * The caller must have proved that they own the e-mail address, because the data includes what was sent from it with
 * the public forms. `tests/support/data-columns.ts` lists the columns.
 */
export function readDataOf(ctx: Context, userId: string, missingError: ErrorCode): Promise<MyData> {
  const { config, database, now } = ctx;
  return store.inSnapshot(database.db, async (tx) => {
    const account = await store.findAccount(tx, userId);
    if (!account) throw new AppError(missingError);
    const { id, email } = account;
    return {
      site_name: config.siteName,
      created_at: now().toISOString(),
      account,
      usernames: await store.findUsernames(tx, id),
      sessions: await store.findSessions(tx, id),
      login_addresses: await store.findLoginAddresses(tx, id),
      links: await store.findLinks(tx, id),
      announcements: await store.findAnnouncements(tx, id),
      reservations: await store.findReservations(tx, id),
      conversations: await conversationsOf(tx, id),
      blocks: await blocksOf(tx, id),
      reports_made: [
        ...(await store.findReportsMade(tx, id)),
        ...(await store.findKeptReportsMade(tx, id)),
      ].sort((a, b) => a.created_at.localeCompare(b.created_at)),
      reports_about_me: await store.findReportsAbout(tx, id),
      statements: await statementsOf(tx, id),
      admin_acts: (await listActionsAbout(tx, id)) as MyData['admin_acts'],
      watches: await watchDataOf(ctx, tx, account),
      mails: await store.findMails(tx, id, email),
      contact_messages: await findMessagesSentFrom(tx, spellingsOf(email)),
      notices: await findNoticesSentFrom(tx, spellingsOf(email)),
      submissions: await findSubmissionsSentFrom(tx, spellingsOf(email)),
      organiser: await findOrganiserDataOf(tx, [email]),
    };
  });
}

/** The public forms store addresses as typed, so the domain may also be in Unicode. */
function spellingsOf(email: string): string[] {
  const [name, domain = ''] = email.split(/@(?=[^@]*$)/);
  return [email, `${name}@${domainToUnicode(domain)}`];
}
