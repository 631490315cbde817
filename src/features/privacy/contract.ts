import * as v from 'valibot';
import { EmailInput, enteredPassword, linkToken, OwnAccount } from '#src/features/accounts/contract.ts';
import { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { ACTIONS, type Action } from '#src/features/audit/contract.ts';
import { AdminContactMessage } from '#src/features/contact/contract.ts';
import { ConversationDetail, DEAL_STEPS } from '#src/features/conversations/contract.ts';
import { SentNotice } from '#src/features/notices/contract.ts';
import { OrganiserData } from '#src/features/organisers/contract.ts';
import { REPORT_REASONS, REPORT_STATUSES } from '#src/features/reports/contract.ts';
import { Statement } from '#src/features/statements/contract.ts';
import { AdminSubmission } from '#src/features/submissions/contract.ts';
import { WatchData } from '#src/features/watches/contract.ts';
import { fields } from '#src/shared/fields.ts';

/** Requires the password, so that nobody else can delete the account on an unattended device. */
export const DeletionInput = fields({
  password: enteredPassword('deletion.password', 'deletion.wrong_password'),
});
export type DeletionInput = v.InferOutput<typeof DeletionInput>;

/**
 * A data link is mailed to a suspended member, who cannot log in. It opens their `MyData` and can delete the account.
 * The input is the address of the account.
 */
export const MailDataLinkInput = EmailInput;
export type MailDataLinkInput = v.InferOutput<typeof MailDataLinkInput>;

/** The token of a data link, as input. */
export const DataLinkToken = fields({ token: linkToken('data_link.invalid') });
export type DataLinkToken = v.InferOutput<typeof DataLinkToken>;

const instant = v.string();

const AdReference = v.object({ order_number: v.string(), event_name: v.string() });

/** Leaves out password hashes, tokens, and anything about other people that the member cannot see. */
export const MyData = v.object({
  site_name: v.string(),
  /** When this copy was made. */
  created_at: instant,
  account: v.object({
    ...OwnAccount.entries,
    /** Whether somebody else has tried to register the address. */
    is_contested: v.boolean(),
    is_suspended: v.boolean(),
  }),
  usernames: v.array(v.string()),
  sessions: v.array(v.object({ created_at: instant, expires_at: instant })),
  login_addresses: v.array(v.object({ address: v.string(), last_login: instant })),
  links: v.array(
    v.object({
      purpose: v.picklist(['verification', 'reset', 'privacy']),
      created_at: instant,
      expires_at: instant,
      used_at: v.nullable(instant),
    }),
  ),
  announcements: v.array(
    v.object({
      ...v.omit(PublicAnnouncement, [
        'event_state',
        'event_url',
        'transfer',
        'reserved',
        'ordinary_price',
        'median_price',
        'owner_facts',
        'advice',
        'url',
        'expires_at',
      ]).entries,
      is_paused: v.boolean(),
      renewed_at: instant,
      reminded_at: v.nullable(instant),
      reserved_until: v.nullable(instant),
      final_price: v.nullable(v.number()),
      completed_at: v.nullable(instant),
    }),
  ),
  // Ads of others that are reserved for the member.
  reservations: v.array(v.object({ ...AdReference.entries, reserved_until: v.nullable(instant) })),
  conversations: v.array(
    v.object({
      announcement: v.object({
        ...AdReference.entries,
        event_date: v.string(),
        announcement_type: ConversationDetail.entries.announcement.entries.announcement_type,
        distance: v.string(),
        price: v.number(),
        name_change_fee: v.nullable(v.number()),
        is_own: v.boolean(),
      }),
      // Only the name: the rest is personal data of the other participant.
      other_user: v.object({ name: v.string(), is_deleted: v.boolean() }),
      created_at: instant,
      /** When the other participant left a deal; the final price of its ad. */
      left_at: v.nullable(instant),
      final_price: v.nullable(v.number()),
      messages: v.array(
        v.object({
          is_own: v.boolean(),
          message_text: v.string(),
          created_at: instant,
          read_at: v.nullable(instant),
        }),
      ),
      deal_steps: v.array(
        v.object({
          key: v.picklist(DEAL_STEPS),
          is_own: v.boolean(),
          done_at: instant,
          price: v.nullable(v.number()),
        }),
      ),
    }),
  ),
  // Members that the member blocks, but not those who block the member.
  blocks: v.array(v.object({ name: v.string(), created_at: instant })),
  reports_made: v.array(
    v.object({
      reporter_name: v.string(),
      reporter_email: v.nullable(v.string()),
      reported_user_name: v.string(),
      related_announcement: v.nullable(AdReference),
      reason: v.picklist(REPORT_REASONS),
      description: v.string(),
      status: v.picklist(REPORT_STATUSES),
      created_at: instant,
    }),
  ),
  // Without the reporter and the description, which may reveal the reporter.
  reports_about_me: v.array(
    v.object({
      reason: v.picklist(REPORT_REASONS),
      status: v.picklist(REPORT_STATUSES),
      created_at: instant,
    }),
  ),
  // What the member was told about decisions against them, with their objections.
  statements: v.array(Statement),
  // Without the names of the admins.
  admin_acts: v.array(
    v.object({ action: v.picklist(Object.keys(ACTIONS) as Action[]), created_at: instant }),
  ),
  // With the watches that were asked for at the address.
  watches: WatchData,
  // Mails in the outbox: not sent yet, or failed for good.
  mails: v.array(
    v.object({
      kind: v.string(),
      about: v.record(v.string(), v.string()),
      created_at: instant,
      failed_at: v.nullable(instant),
    }),
  ),
  // Contact messages, notices and proposals are found by the e-mail address of the member.
  contact_messages: v.array(v.omit(AdminContactMessage, ['id', 'is_read'])),
  notices: v.array(SentNotice),
  submissions: v.array(v.omit(AdminSubmission, ['id', 'duplicates', 'reviewed_by'])),
  // Links for organisers that were mailed to the address, and what was proposed with them.
  organiser: OrganiserData,
});
export type MyData = v.InferOutput<typeof MyData>;
