import { usernameOf } from '#src/features/accounts/rules.ts';
import { RACE_FIELD_NAMES } from '#src/features/events/fields.ts';
import { addDaysTo, dayInStockholm } from '#src/shared/dates.ts';
import { parseInstant } from '#src/shared/instants.ts';
import { omit } from '#src/shared/omit.ts';
import { pick } from '#src/shared/pick.ts';
import type { DemoEvent, DemoRows } from '../store.ts';
import { demoCases } from './case-rows.ts';
import { DEMO_CONTACT_MESSAGES, DEMO_SUBMISSIONS, type DemoSubmission } from './inbox.ts';
import { DEMO_ADS, type DemoConversation } from './market.ts';
import { DEMO_MEMBERS, demoEmail, demoName } from './people.ts';
import { DEMO_BLOCKS, DEMO_REPORTS } from './reports.ts';
import { findSteps, moveRow, readDemoRows } from './rows.ts';
import { DEMO_WATCHES } from './watches.ts';

const REVIEWER = 'admin';
const RESERVED_MS = 40 * 3_600_000;

/** All people share the password. `events` are the demonstration events. */
export function demoPeople(now: Date, password_hash: string, events: readonly DemoEvent[]): DemoRows {
  const today = dayInStockholm(now);
  const at = (daysAgo: number, time: string) => instantOn(addDaysTo(today, -daysAgo), time);
  const eventNamed = (name: string) => required(events.find(({ event_name }) => event_name === name));

  const accounts = DEMO_MEMBERS.map(
    ({ name, phone, memberForDays, lastLoginDaysAgo, isSuspended, isUnverified }) => ({
      id: Bun.randomUUIDv7(),
      email: demoEmail(name),
      username: usernameOf(demoName(name)),
      password_hash,
      full_name: demoName(name),
      phone_number: phone,
      is_verified: !isUnverified,
      is_suspended: isSuspended ?? false,
      created_at: at(memberForDays, '09:14'),
      last_login: lastLoginDaysAgo === undefined ? null : at(lastLoginDaysAgo, '07:45'),
    }),
  );
  const accountNamed = (name: string) => required(accounts.find(({ email }) => email === demoEmail(name)));

  const ads = DEMO_ADS.map((ad) => ({ ...ad, id: Bun.randomUUIDv7() }));
  const announcements = ads.map((ad) => {
    const event = eventNamed(ad.event);
    return {
      id: ad.id,
      announcement_type: ad.type,
      event_id: event.id,
      event_name: event.event_name,
      event_date: event.event_date,
      distance: ad.distance,
      price: ad.price,
      name_change_fee: ad.fee ?? null,
      description: ad.description ?? null,
      user_id: accountNamed(ad.owner).id,
      is_active: !ad.isInactive,
      is_completed: ad.isCompleted ?? false,
      created_at: at(ad.daysAgo, '06:50'),
      renewed_at: at(ad.daysAgo, '06:50'),
      final_price: ad.finalPrice ?? null,
      completed_at: ad.isCompleted ? at(ad.daysAgo - 4, '18:20') : null,
      reserved_for: ad.reservedFor ? accountNamed(ad.reservedFor).id : null,
      reserved_until: ad.reservedFor ? new Date(now.getTime() + RESERVED_MS).toISOString() : null,
    };
  });

  const threads = ads.flatMap(({ id, conversations = [] }) =>
    conversations.map((conversation) => ({ ...conversation, announcement_id: id, id: Bun.randomUUIDv7() })),
  );
  const conversations = threads.map(({ id, announcement_id, with: participant, messages }) => ({
    id,
    announcement_id,
    participant_id: accountNamed(participant).id,
    created_at: at(...firstTime(messages)),
  }));
  const messages = threads.flatMap(({ id, messages, unreadCount = 0 }) =>
    messages.map(([daysAgo, time, sender, message_text], index) => ({
      conversation_id: id,
      sender_id: accountNamed(sender).id,
      message_text,
      created_at: at(daysAgo, time),
      read_at: index < messages.length - unreadCount ? at(daysAgo, '22:30') : null,
    })),
  );

  const dealSteps = threads.flatMap(({ id, steps = [] }) =>
    steps.map(([step, daysAgo, time, by]) => ({
      conversation_id: id,
      step,
      done_by: accountNamed(by).id,
      done_at: at(daysAgo, time),
    })),
  );
  const blocks = DEMO_BLOCKS.map(([blocker, blocked, daysAgo]) => ({
    blocker_id: accountNamed(blocker).id,
    blocked_id: accountNamed(blocked).id,
    created_at: at(daysAgo, '18:40'),
  }));

  const reports = DEMO_REPORTS.map((report) => {
    const { reason, description, event, isHandled, daysAgo } = report;
    const [reporter, reported] = [accountNamed(report.reporter), accountNamed(report.reported)];
    const ad = ads.find((candidate) => candidate.event === event && candidate.owner === report.reported);
    return {
      reported_user_id: reported.id,
      reporter_id: reporter.id,
      reporter_name: reporter.full_name,
      reporter_email: reporter.email,
      related_announcement_id: ad?.id ?? null,
      reason,
      description,
      status: isHandled ? ('handled' as const) : ('new' as const),
      created_at: at(daysAgo, '12:45'),
    };
  });

  const steps = findSteps(readDemoRows(), today);
  const raceOf = ({ race }: DemoSubmission) =>
    typeof race === 'string' ? pick(eventNamed(race), RACE_FIELD_NAMES) : moveRow(race, steps);
  const submissions = DEMO_SUBMISSIONS.map((submission) => ({
    ...raceOf(submission),
    status: submission.status,
    submitter_name: demoName(submission.submitter),
    submitter_email: demoEmail(submission.submitter),
    submitter_phone: submission.phone ?? null,
    submitted_at: at(submission.daysAgo, '20:15'),
    ...(submission.status !== 'pending' && {
      admin_comments: submission.comment ?? null,
      reviewed_at: at(submission.daysAgo - 1, '10:30'),
      reviewed_by: REVIEWER,
    }),
  }));

  const contactMessages = DEMO_CONTACT_MESSAGES.map(({ name, subject, message, daysAgo, isRead }) => ({
    name: demoName(name),
    email: demoEmail(name),
    subject,
    message,
    is_read: isRead ?? false,
    created_at: at(daysAgo, '15:05'),
  }));

  const adIdOf = (event: string, owner: string) =>
    required(ads.find((ad) => ad.event === event && ad.owner === owner)).id;
  const cases = demoCases(at, adIdOf, (name) => accountNamed(name).id);

  const watchers = [...Map.groupBy(DEMO_WATCHES, ({ member }) => member)].map(([member, its]) => ({
    id: Bun.randomUUIDv7(),
    user_id: accountNamed(member).id,
    last_number: its.length,
    created_at: at(Math.max(...its.map(({ daysAgo }) => daysAgo)), '19:05'),
    its,
  }));
  const watches = watchers.flatMap(({ id: watcher_id, its }) =>
    its.map(({ kind, event, cadence, daysAgo, maxPrice }, index) => ({
      watcher_id,
      number: index + 1,
      kind,
      ...(kind === 'series'
        ? { series_id: required(eventNamed(event).series_id ?? undefined) }
        : { event_id: eventNamed(event).id }),
      max_price: maxPrice ?? null,
      cadence,
      created_at: at(daysAgo, '19:05'),
      renewed_at: at(daysAgo, '19:05'),
    })),
  );

  return {
    watchers: watchers.map((watcher) => omit(watcher, 'its')),
    watches,
    accounts,
    announcements,
    conversations,
    messages,
    dealSteps,
    blocks,
    reports,
    submissions,
    contactMessages,
    ...cases,
  };
}

const instantOn = (day: string, time: string): string =>
  required(parseInstant(`${day}T${time}`)).toISOString();

function firstTime([first]: DemoConversation['messages']): [daysAgo: number, time: string] {
  const [daysAgo, time] = required(first);
  return [daysAgo, time];
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined)
    throw new Error('The demonstration data names something that it does not contain.');
  return value;
}
