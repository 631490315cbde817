import {
  accounts,
  announcements,
  auditLog,
  banners,
  contactInfo,
  contactMessages,
  conversations,
  events,
  marketplaceSettings,
  messages,
  reports,
  submissions,
} from '../../../db/schema';
import type { Db } from '../../../src/platform/database';
import { makeMember } from '../../support/content';
import type { PayloadPlanter } from './payloads';

const SOON = '2099-05-01';
const PAST = '2000-01-01T00:00:00.000Z';
const FUTURE = '2099-12-31T00:00:00.000Z';

const race = (sow: PayloadPlanter, of: string, at: number) => ({
  event_name: sow.in(`${of}.event_name`, at),
  event_date: SOON,
  event_end_date: at % 3 ? null : '2099-06-01',
  sport_type: at % 2 ? 'Löpning' : sow.in(`${of}.sport_type`, at),
  distances: [sow.in(`${of}.distances`, at), '10 km'],
  ort: sow.in(`${of}.ort`, at),
  landskap: sow.in(`${of}.landskap`, at),
  address: sow.in(`${of}.address`, at),
  race_link: sow.in(`${of}.race_link`, at),
  result_link: sow.in(`${of}.result_link`, at),
  organizer: sow.in(`${of}.organizer`, at),
  additional_fields: [
    {
      label: sow.in(`${of}.additional_fields.label`, at),
      value: sow.in(`${of}.additional_fields.value`, at),
    },
  ],
});

/** Skips validation, which would refuse many payloads, as if the rows came from an older backup. */
export async function sowRows(db: Db, sow: PayloadPlanter) {
  const each = Array.from({ length: sow.rows }, (_, at) => at);
  const first = <Row>(rows: Row[]): Row => {
    if (!rows[0]) throw new Error('sowRows needs at least one row.');
    return rows[0];
  };
  const eventRows = await db
    .insert(events)
    .values(
      each.map((at) => ({
        ...race(sow, 'events', at),
        banner_text: sow.in('events.banner_text', at),
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
    each.map((at) => ({
      ...race(sow, 'submissions', at),
      status: (['pending', 'approved', 'rejected'] as const)[at % 3],
      submitter_name: sow.in('submissions.submitter_name', at),
      submitter_email: sow.in('submissions.submitter_email', at),
      submitter_phone: sow.in('submissions.submitter_phone', at),
      admin_comments: sow.in('submissions.admin_comments', at),
      reviewed_by: at % 3 ? sow.in('submissions.reviewed_by', at) : null,
      reviewed_at: at % 3 ? '2027-01-01T00:00:00.000Z' : null,
    })),
  );
  await db.insert(banners).values(
    each.map((at) => ({
      title: sow.in('banners.title', at),
      description: sow.in('banners.description', at),
      external_url: at % 2 ? sow.in('banners.external_url', at) : null,
      file_url: at % 2 ? null : sow.in('banners.file_url', at),
      link_url: sow.in('banners.link_url', at),
      file_type: at % 4 < 2 ? ('image' as const) : ('video' as const),
      order_index: at,
    })),
  );
  await db.insert(contactMessages).values(
    each.map((at) => ({
      name: sow.in('contact_messages.name', at),
      email: sow.in('contact_messages.email', at),
      subject: sow.in('contact_messages.subject', at),
      message: sow.in('contact_messages.message', at),
    })),
  );
  const me = await makeMember(db, {
    full_name: sow.in('me.full_name', 0),
    phone_number: sow.in('me.phone_number', 1),
  });
  const people = await db
    .insert(accounts)
    .values(
      each.map((at) => ({
        email: sow.in('users.email', at),
        username: sow.in('users.username', at),
        password_hash: 'none',
        full_name: sow.in('users.full_name', at),
        phone_number: sow.in('users.phone_number', at),
        is_verified: true,
      })),
    )
    .returning({ id: accounts.id });
  const idOf = (rows: { id: string }[], at: number) => rows[at % rows.length]?.id ?? '';
  const ad = (at: number, user_id: string, of: string) => ({
    announcement_type: at % 2 ? ('sale' as const) : ('wanted' as const),
    // An ad without an event keeps the event's last name.
    event_id: at % 2 ? idOf(eventRows, at) : null,
    event_name: sow.in(`${of}.event_name`, at),
    event_date: SOON,
    distance: sow.in(`${of}.distance`, at),
    price: 500,
    description: sow.in(`${of}.description`, at),
    order_number: sow.in(`${of}.order_number`, at),
    user_id,
  });
  const ads = await db
    .insert(announcements)
    .values(each.map((at) => ad(at, idOf(people, at), 'ads')))
    .returning({ id: announcements.id });
  const own = await db
    .insert(announcements)
    .values(each.map((at) => ad(at, me.id, 'own')))
    .returning({ id: announcements.id });
  // One conversation with each other member, and one that contains every message.
  const talks = await db
    .insert(conversations)
    .values(each.map((at) => ({ announcement_id: idOf(own, at), participant_id: idOf(people, at) })))
    .returning({ id: conversations.id });
  await db.insert(messages).values([
    ...each.map((at) => ({
      conversation_id: idOf(talks, at),
      sender_id: idOf(people, at),
      message_text: sow.in('messages.last', at),
    })),
    ...each.map((at) => ({
      conversation_id: idOf(talks, 0),
      sender_id: at % 2 ? idOf(people, 0) : me.id,
      message_text: sow.in('messages.message_text', at),
      read_at: FUTURE,
    })),
  ]);
  await db.insert(reports).values(
    each.map((at) => ({
      reported_user_id: idOf(people, at % 2 ? 0 : at),
      reporter_id: at % 2 ? me.id : null,
      reporter_name: sow.in('reports.reporter_name', at),
      reporter_email: sow.in('reports.reporter_email', at),
      related_announcement_id: at % 2 ? null : idOf(ads, at),
      reason: 'other' as const,
      description: sow.in('reports.description', at),
    })),
  );
  await db.insert(auditLog).values(
    each.map((at) => ({
      admin_id: me.id,
      admin: sow.in('audit.admin', at),
      action: 'event.update',
      record_id: sow.in('audit.record_id', at),
      record_name: at % 3 ? sow.in('audit.record_name', at) : null,
    })),
  );
  return { me, events: eventRows, people, ads, own, first: first(talks) };
}

export async function sowSingles(db: Db, sow: PayloadPlanter, at: number): Promise<void> {
  const contact = {
    company_name: sow.in('contact_info.company_name', at),
    address: sow.in('contact_info.address', at),
    phone: sow.in('contact_info.phone', at),
    email: sow.in('contact_info.email', at),
    business_hours: sow.in('contact_info.business_hours', at),
    description: sow.in('contact_info.description', at),
  };
  await db.insert(contactInfo).values(contact).onConflictDoUpdate({ target: contactInfo.only, set: contact });
  const settings = {
    info_box_title: sow.in('settings.info_box_title', at),
    info_box_steps: sow.list.map((_, step) => sow.in('settings.info_box_steps', step)),
    info_box_warning: sow.in('settings.info_box_warning', at),
  };
  await db
    .insert(marketplaceSettings)
    .values(settings)
    .onConflictDoUpdate({ target: marketplaceSettings.only, set: settings });
}
