import { accountMails } from './features/accounts/mails';
import { conversationMails } from './features/conversations/mails';
import { submissionMails } from './features/submissions/mails';
import type { Composers } from './platform/mail';

/** Every mail of the product, by the kind under which it is ordered. */
export const composers: Composers = { ...accountMails, ...conversationMails, ...submissionMails };
