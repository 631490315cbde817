import { accountMails } from './features/accounts/mails.ts';
import { announcementMails } from './features/announcements/mails.ts';
import { conversationMails } from './features/conversations/mails.ts';
import { noticeMails } from './features/notices/mails.ts';
import { statementMails } from './features/objections/mails.ts';
import { organiserMails } from './features/organisers/mails.ts';
import { submissionMails } from './features/submissions/mails.ts';
import { watchMails, watchRefusals } from './features/watches/mails.ts';
import { workMails } from './features/work/mails.ts';
import type { Composers, RefusalHandlers } from './platform/mail.ts';

export const composers: Composers = {
  ...accountMails,
  ...announcementMails,
  ...conversationMails,
  ...noticeMails,
  ...organiserMails,
  ...statementMails,
  ...submissionMails,
  ...watchMails,
  ...workMails,
};

export const onRefused: RefusalHandlers = watchRefusals;
