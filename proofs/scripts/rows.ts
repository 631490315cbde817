import {
  accounts,
  announcements,
  auditLog,
  banners,
  contactInfo,
  contactMessages,
  conversations,
  events,
  evidence,
  marketplaceSettings,
  messages,
  notices,
  reports,
  statements,
  submissions,
} from '#db/schema/index.ts';
import type { Db } from '#src/platform/database.ts';
import { makeMember } from '#tests/support/content.ts';
import type { PayloadPlanter } from './payloads.ts';

const SOON = '2099-05-01';
const PAST = '2000-01-01T00:00:00.000Z';
const FUTURE = '2099-12-31T00:00:00.000Z';

const race = (planter: PayloadPlanter, of: string, at: number) => ({
  event_name: planter.payloadFor(`${of}.event_name`, at),
  event_date: SOON,
  event_end_date: at % 3 ? null : '2099-06-01',
  sport_type: at % 2 ? 'Löpning' : planter.payloadFor(`${of}.sport_type`, at),
  distances: [planter.payloadFor(`${of}.distances`, at), '10 km'],
  ort: planter.payloadFor(`${of}.ort`, at),
  landskap: planter.payloadFor(`${of}.landskap`, at),
  address: planter.payloadFor(`${of}.address`, at),
  race_link: planter.payloadFor(`${of}.race_link`, at),
  result_link: planter.payloadFor(`${of}.result_link`, at),
  organizer: planter.payloadFor(`${of}.organizer`, at),
  additional_fields: [
    {
      label: planter.payloadFor(`${of}.additional_fields.label`, at),
      value: planter.payloadFor(`${of}.additional_fields.value`, at),
    },
  ],
});

/** Skips validation, which would refuse many payloads, as if the rows came from an older backup. */
export async function plantRows(db: Db, planter: PayloadPlanter) {
  const indexes = Array.from({ length: planter.recordCount }, (_, at) => at);
  const first = <Row>(rows: Row[]): Row => {
    if (!rows[0]) throw new Error('plantRows needs at least one row.');
    return rows[0];
  };
  const eventRows = await db
    .insert(events)
    .values(
      indexes.map((at) => ({
        ...race(planter, 'events', at),
        banner_text: planter.payloadFor('events.banner_text', at),
        status: at % 2 ? ('scheduled' as const) : ('cancelled' as const),
        status_note: planter.payloadFor('events.status_note', at),
        transfer_policy: 'allowed' as const,
        transfer_buyer_needs: [planter.payloadFor('events.transfer_buyer_needs', at)],
        transfer_rules_url: planter.payloadFor('events.transfer_rules_url', at),
        banner_start_date: PAST,
        banner_end_date: FUTURE,
        latitude: 56 + (at % 25) / 2,
        longitude: 12.5 + Math.floor(at / 25) / 5,
        place_source: 'admin' as const,
        geocode_due: null,
      })),
    )
    .returning({ id: events.id });
  await db.insert(submissions).values(
    indexes.map((at) => ({
      ...race(planter, 'submissions', at),
      status: (['pending', 'approved', 'rejected'] as const)[at % 3],
      submitter_name: planter.payloadFor('submissions.submitter_name', at),
      submitter_email: planter.payloadFor('submissions.submitter_email', at),
      submitter_phone: planter.payloadFor('submissions.submitter_phone', at),
      admin_comments: planter.payloadFor('submissions.admin_comments', at),
      reviewed_by: at % 3 ? planter.payloadFor('submissions.reviewed_by', at) : null,
      reviewed_at: at % 3 ? '2027-01-01T00:00:00.000Z' : null,
    })),
  );
  await db.insert(banners).values(
    indexes.map((at) => ({
      title: planter.payloadFor('banners.title', at),
      description: planter.payloadFor('banners.description', at),
      external_url: at % 2 ? planter.payloadFor('banners.external_url', at) : null,
      file_url: at % 2 ? null : planter.payloadFor('banners.file_url', at),
      link_url: planter.payloadFor('banners.link_url', at),
      file_type: at % 4 < 2 ? ('image' as const) : ('video' as const),
      order_index: at,
    })),
  );
  await db.insert(contactMessages).values(
    indexes.map((at) => ({
      name: planter.payloadFor('contact_messages.name', at),
      email: planter.payloadFor('contact_messages.email', at),
      subject: planter.payloadFor('contact_messages.subject', at),
      message: planter.payloadFor('contact_messages.message', at),
    })),
  );
  const me = await makeMember(db, {
    full_name: planter.payloadFor('me.full_name', 0),
    phone_number: planter.payloadFor('me.phone_number', 1),
  });
  const people = await db
    .insert(accounts)
    .values(
      indexes.map((at) => ({
        email: planter.payloadFor('users.email', at),
        username: planter.payloadFor('users.username', at),
        password_hash: 'none',
        full_name: planter.payloadFor('users.full_name', at),
        phone_number: planter.payloadFor('users.phone_number', at),
        is_verified: true,
      })),
    )
    .returning({ id: accounts.id });
  const idOf = (rows: { id: string }[], at: number) => rows[at % rows.length]?.id ?? '';
  const ad = (at: number, user_id: string, of: string) => ({
    announcement_type: at % 2 ? ('sale' as const) : ('wanted' as const),
    // An ad without an event keeps the event's last name.
    event_id: at % 2 ? idOf(eventRows, at) : null,
    event_name: planter.payloadFor(`${of}.event_name`, at),
    event_date: SOON,
    distance: planter.payloadFor(`${of}.distance`, at),
    price: 500,
    description: planter.payloadFor(`${of}.description`, at),
    order_number: planter.payloadFor(`${of}.order_number`, at),
    user_id,
  });
  const ads = await db
    .insert(announcements)
    .values(indexes.map((at) => ad(at, idOf(people, at), 'ads')))
    .returning({ id: announcements.id });
  const own = await db
    .insert(announcements)
    .values(indexes.map((at) => ad(at, me.id, 'own')))
    .returning({ id: announcements.id });
  // One conversation with each other member, and one that contains every message.
  const talks = await db
    .insert(conversations)
    .values(indexes.map((at) => ({ announcement_id: idOf(own, at), participant_id: idOf(people, at) })))
    .returning({ id: conversations.id });
  await db.insert(messages).values([
    ...indexes.map((at) => ({
      conversation_id: idOf(talks, at),
      sender_id: idOf(people, at),
      message_text: planter.payloadFor('messages.last', at),
    })),
    ...indexes.map((at) => ({
      conversation_id: idOf(talks, 0),
      sender_id: at % 2 ? idOf(people, 0) : me.id,
      message_text: planter.payloadFor('messages.message_text', at),
      read_at: FUTURE,
    })),
  ]);
  await db.insert(reports).values(
    indexes.map((at) => ({
      reported_user_id: idOf(people, at % 2 ? 0 : at),
      reporter_id: at % 2 ? me.id : null,
      reporter_name: planter.payloadFor('reports.reporter_name', at),
      reporter_email: planter.payloadFor('reports.reporter_email', at),
      related_announcement_id: at % 2 ? null : idOf(ads, at),
      reason: 'other' as const,
      description: planter.payloadFor('reports.description', at),
    })),
  );
  await db.insert(evidence).values(
    indexes.map((at) => ({
      report_id: Bun.randomUUIDv7(),
      content: {
        reason: 'other',
        status: 'new',
        created_at: PAST,
        description: planter.payloadFor('evidence.description', at),
        reporter_name: planter.payloadFor('evidence.reporter_name', at),
        reporter_email: planter.payloadFor('evidence.reporter_email', at),
        reported_email: planter.payloadFor('evidence.reporter_email', at),
        reported_name: planter.payloadFor('evidence.reported_name', at),
        announcement: {
          order_number: planter.payloadFor('evidence.order_number', at),
          event_name: planter.payloadFor('evidence.event_name', at),
          distance: planter.payloadFor('evidence.event_name', at),
          price: 100,
          description: planter.payloadFor('evidence.description', at),
        },
        messages: [],
      },
    })),
  );
  await db.insert(notices).values(
    indexes.map((at) => ({
      url: `/marketplace/annons/${planter.payloadFor('notices.order_number', at)}`,
      announcement_id: at % 2 ? idOf(ads, at) : null,
      explanation: planter.payloadFor('notices.explanation', at),
      name: planter.payloadFor('notices.name', at),
      email: planter.payloadFor('notices.email', at),
      good_faith: true,
      ...(at % 2 && {
        decision: 'kept' as const,
        decided_at: PAST,
        ground: planter.payloadFor('notices.ground', at),
        facts: planter.payloadFor('notices.facts', at),
      }),
    })),
  );
  await db.insert(statements).values(
    indexes.map((at) => ({
      user_id: idOf(people, at),
      kind: 'ad_hidden' as const,
      order_number: planter.payloadFor('statements.order_number', at),
      event_name: planter.payloadFor('statements.event_name', at),
      ground: planter.payloadFor('statements.ground', at),
      facts: planter.payloadFor('statements.facts', at),
      objection: planter.payloadFor('statements.objection', at),
      objected_at: PAST,
      ...(at % 2 && {
        objection_decision: 'upheld' as const,
        objection_decided_at: PAST,
        objection_answer: planter.payloadFor('statements.objection_answer', at),
      }),
    })),
  );
  await db.insert(auditLog).values(
    indexes.map((at) => ({
      admin_id: me.id,
      admin: planter.payloadFor('audit.admin', at),
      action: 'event.update',
      record_id: planter.payloadFor('audit.record_id', at),
      record_name: at % 3 ? planter.payloadFor('audit.record_name', at) : null,
    })),
  );
  return { me, events: eventRows, people, ads, own, first: first(talks) };
}

export async function plantSingletons(db: Db, planter: PayloadPlanter, at: number): Promise<void> {
  const contact = {
    company_name: planter.payloadFor('contact_info.company_name', at),
    address: planter.payloadFor('contact_info.address', at),
    phone: planter.payloadFor('contact_info.phone', at),
    email: planter.payloadFor('contact_info.email', at),
    business_hours: planter.payloadFor('contact_info.business_hours', at),
    description: planter.payloadFor('contact_info.description', at),
  };
  await db.insert(contactInfo).values(contact).onConflictDoUpdate({ target: contactInfo.only, set: contact });
  const settings = {
    info_box_title: planter.payloadFor('settings.info_box_title', at),
    info_box_steps: planter.payloads.map((_, step) => planter.payloadFor('settings.info_box_steps', step)),
    info_box_warning: planter.payloadFor('settings.info_box_warning', at),
  };
  await db
    .insert(marketplaceSettings)
    .values(settings)
    .onConflictDoUpdate({ target: marketplaceSettings.only, set: settings });
}
