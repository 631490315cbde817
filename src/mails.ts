import { accountMails } from './features/accounts/mails';
import { announcementMails } from './features/announcements/mails';
import { conversationMails } from './features/conversations/mails';
import { noticeMails } from './features/notices/mails';
import { statementMails } from './features/objections/mails';
import { submissionMails } from './features/submissions/mails';
import { watchMails } from './features/watches/mails';
import type { Composers } from './platform/mail';

export const composers: Composers = {
  ...accountMails,
  ...announcementMails,
  ...conversationMails,
  ...noticeMails,
  ...statementMails,
  ...submissionMails,
  ...watchMails,
};
