import type { MemberContext } from '../../../platform/context';
import { AppError } from '../../../shared/errors';
import { actsAbout } from '../../audit/service';
import { messagesFrom } from '../../contact/service';
import { conversationsOf } from '../../conversations/my-data/service';
import { submissionsFrom } from '../../submissions/service';
import type { MyData } from '../contract';
import * as store from './store';

/**
 * All that is held about whoever asks, as it is at one moment (D36); `tests/support/holdings.ts` tells of each column
 * whether it is part of it. Whoever is logged in has proved that the address is theirs: what came from it by the public forms is too.
 */
export function readMyData(ctx: MemberContext): Promise<MyData> {
  const { config, database, member, now } = ctx;
  return store.inSnapshot(database.db, async (tx) => {
    const account = await store.findAccount(tx, member.id);
    if (!account) throw new AppError('request.unauthorized');
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
      conversations: await conversationsOf(tx, id),
      reports_made: await store.findReportsMade(tx, id),
      reports_about_me: await store.findReportsAbout(tx, id),
      admin_acts: (await actsAbout(tx, id)) as MyData['admin_acts'],
      mails: await store.findMails(tx, id, email),
      contact_messages: await messagesFrom(tx, email),
      submissions: await submissionsFrom(tx, email),
    };
  });
}
