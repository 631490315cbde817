import * as v from 'valibot';
import { fields } from '../../shared/fields';
import { EmailInput, enteredPassword, linkToken, OwnAccount } from '../accounts/contract';
import { PublicAnnouncement } from '../announcements/contract';
import { ACTIONS, type Action } from '../audit/contract';
import { AdminContactMessage } from '../contact/contract';
import { ConversationDetail } from '../conversations/contract';
import { REPORT_REASONS, REPORT_STATUSES } from '../reports/contract';
import { AdminSubmission } from '../submissions/contract';

/** The member's own password, so that nobody else deletes the account at an open window (D36). */
export const DeletionInput = fields({
  password: enteredPassword('deletion.password', 'deletion.wrong_password'),
});
export type DeletionInput = v.InferOutput<typeof DeletionInput>;

/** The address a link to a suspended member's data is mailed to. */
export const DataLinkRequest = EmailInput;
export type DataLinkRequest = v.InferOutput<typeof DataLinkRequest>;

export const DataLinkInput = fields({ token: linkToken('data_link.invalid') });
export type DataLinkInput = v.InferOutput<typeof DataLinkInput>;

const instant = v.string();

/** The ad that a conversation or a report is about. */
const About = v.object({ order_number: v.string(), event_name: v.string() });

/**
 * All that is held about whoever asks (D36). Nothing of it opens an account: no hash, no token. Of another person no more
 * than the member sees anyway, and not who has reported them.
 */
export const MyData = v.object({
  site_name: v.string(),
  created_at: instant,
  account: v.object({ ...OwnAccount.entries, is_contested: v.boolean(), is_suspended: v.boolean() }),
  /** The user name that is reserved for the member. */
  usernames: v.array(v.string()),
  sessions: v.array(v.object({ created_at: instant, expires_at: instant })),
  /** Where the member has logged in from in the last 30 days. */
  login_addresses: v.array(v.object({ address: v.string(), last_login: instant })),
  /** Links that were mailed. */
  links: v.array(
    v.object({
      purpose: v.picklist(['verification', 'reset', 'privacy']),
      created_at: instant,
      expires_at: instant,
      used_at: v.nullable(instant),
    }),
  ),
  announcements: v.array(PublicAnnouncement),
  conversations: v.array(
    v.object({
      announcement: v.object({
        ...About.entries,
        event_date: v.string(),
        announcement_type: ConversationDetail.entries.announcement.entries.announcement_type,
        distance: v.string(),
        price: v.number(),
        name_change_fee: v.nullable(v.number()),
        is_own: v.boolean(),
      }),
      /** The name alone: what else the inbox shows of them is theirs. */
      other_user: v.object({ name: v.string(), is_deleted: v.boolean() }),
      created_at: instant,
      messages: v.array(
        v.object({
          is_own: v.boolean(),
          message_text: v.string(),
          created_at: instant,
          read_at: v.nullable(instant),
        }),
      ),
    }),
  ),
  reports_made: v.array(
    v.object({
      reporter_name: v.string(),
      reporter_email: v.nullable(v.string()),
      reported_user_name: v.string(),
      related_announcement: v.nullable(About),
      reason: v.picklist(REPORT_REASONS),
      description: v.string(),
      status: v.picklist(REPORT_STATUSES),
      created_at: instant,
    }),
  ),
  /** Without who made them, and without their words, which may tell it. */
  reports_about_me: v.array(
    v.object({
      reason: v.picklist(REPORT_REASONS),
      status: v.picklist(REPORT_STATUSES),
      created_at: instant,
    }),
  ),
  /** What admins did with the account, without who they were. */
  admin_acts: v.array(
    v.object({ action: v.picklist(Object.keys(ACTIONS) as Action[]), created_at: instant }),
  ),
  /** Mails that are not sent yet, or were given up; `about` is what their words are made from. */
  mails: v.array(
    v.object({
      kind: v.string(),
      about: v.record(v.string(), v.string()),
      created_at: instant,
      failed_at: v.nullable(instant),
    }),
  ),
  /** From the contact form, with the member's address. */
  contact_messages: v.array(v.omit(AdminContactMessage, ['id', 'is_read'])),
  /** Proposed events, with the member's address. */
  submissions: v.array(v.omit(AdminSubmission, ['id', 'duplicates', 'reviewed_by'])),
});
export type MyData = v.InferOutput<typeof MyData>;
