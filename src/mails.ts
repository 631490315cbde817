import { accountMails } from './features/accounts/mails';
import { conversationMails } from './features/conversations/mails';
import { submissionMails } from './features/submissions/mails';
import type { Composers } from './platform/mail';

/** All mail composers, by the kind of the queued mail. */
export const composers: Composers = { ...accountMails, ...conversationMails, ...submissionMails };
