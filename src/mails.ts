import { accountMails } from './features/accounts/mails';
import { announcementMails } from './features/announcements/mails';
import { conversationMails } from './features/conversations/mails';
import { noticeMails } from './features/notices/mails';
import { statementMails } from './features/objections/mails';
import { organiserMails } from './features/organisers/mails';
import { submissionMails } from './features/submissions/mails';
import { watchMails, watchRefusals } from './features/watches/mails';
import { workMails } from './features/work/mails';
import type { Composers, RefusalHandlers } from './platform/mail';

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
