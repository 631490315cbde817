import type { TestApp } from '../../support/app';
import type { makeAdmin, makeEvent } from '../../support/content';
import type { Member } from '../../support/inbox';
import { newCaller } from '../../support/transports';
import { upload } from '../../support/uploads';
import type { PayloadPlanter } from './payloads';

type Admin = Awaited<ReturnType<typeof makeAdmin>>;
type Event = Awaited<ReturnType<typeof makeEvent>>;

/** As hostile as validation allows. */
const asEmail = (payload: string) =>
  `${payload.replace(/[\s@<>"(),:;[\]\\.]/g, '').slice(0, 60) || 'x'}@example.se`;

export type Sent = { taken: number; refused: number; failed: string[] };

/** Each payload is sent once in each field. A status of 500 or above is a failure. */
export async function sendAll(
  app: TestApp,
  sow: PayloadPlanter,
  who: {
    admin: Admin;
    owner: Member;
    other: Member;
    event: Event;
    records: readonly number[];
    registrations: number;
  },
): Promise<Sent> {
  const sent: Sent = { taken: 0, refused: 0, failed: [] };
  const send = async (operation: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await app.api<{ id?: string; code?: string }>(operation, {
      body,
      headers: { ...newCaller(), ...headers },
    });
    if (response.status >= 500) sent.failed.push(`${operation}: ${response.status}`);
    else if (response.status >= 400) sent.refused++;
    else sent.taken++;
    return response;
  };
  const { admin, owner, other, event } = who;
  for (const at of who.records) {
    const short = (field: string) => sow.in(field, at).slice(0, 200);
    const race = (of: string) => ({
      event_name: short(`api.${of}.event_name`),
      event_date: '2099-05-01',
      sport_type: 'Triathlon',
      distances: `${short(`api.${of}.distances`)}, Sprint`,
      ort: short(`api.${of}.ort`),
      address: sow.in(`api.${of}.address`, at),
      organizer: short(`api.${of}.organizer`),
      additional_fields: [
        { label: short(`api.${of}.label`), value: sow.in(`api.${of}.value`, at) },
        JSON.parse('{"label":"x","value":"y","__proto__":{"polluted":1}}'),
      ],
    });
    const links = (of: string) => ({
      race_link: sow.in(`api.${of}.race_link`, at),
      result_link: sow.in(`api.${of}.result_link`, at),
    });
    const stamp = {
      banner_text: sow.in('api.event.banner_text', at),
      banner_start_date: '2000-01-01T00:00:00.000Z',
      banner_end_date: '2099-01-01T00:00:00.000Z',
    };
    await send('POST /admin/events', { ...race('event'), ...stamp }, admin.headers);
    await send('POST /admin/events', { ...race('event'), ...links('event') }, admin.headers);
    const proposal = {
      ...race('submission'),
      submitter_name: short('api.submission.submitter_name'),
      submitter_phone: short('api.submission.submitter_phone'),
    };
    await send('POST /events/submit', {
      ...proposal,
      ...links('submission'),
      submitter_email: 'a@example.se',
    });
    await send('POST /events/submit', {
      ...proposal,
      submitter_email: asEmail(sow.in('api.submission.submitter_email', at)),
    });
    await send('POST /contact/message', {
      name: short('api.message.name'),
      email: asEmail(sow.in('api.message.email', at)),
      subject: short('api.message.subject'),
      message: sow.in('api.message.message', at),
    });
    await send(
      'POST /admin/banners',
      {
        title: short('api.banner.title'),
        description: sow.in('api.banner.description', at),
        external_url: 'https://banner.invalid/a.png',
      },
      admin.headers,
    );
    for (const field of ['link_url', 'external_url', 'file_url'])
      await send(
        'POST /admin/banners',
        {
          title: 'x',
          external_url: 'https://banner.invalid/b.png',
          [field]: sow.in(`api.banner.${field}`, at),
        },
        admin.headers,
      );
    await send(
      'PUT /admin/contact/info',
      Object.fromEntries(
        ['company_name', 'address', 'phone', 'business_hours', 'description'].map((field) => [
          field,
          short(`api.info.${field}`),
        ]),
      ),
      admin.headers,
    );
    await send(
      'PUT /marketplace/profile',
      { full_name: short('api.profile.full_name'), phone_number: short('api.profile.phone_number') },
      owner.headers,
    );
    const ad = await send(
      'POST /marketplace/announcements',
      {
        announcement_type: 'sale',
        event_id: event.id,
        distance: '10 km',
        price: 100,
        has_name_change_fee: false,
        name_change_fee: null,
        description: sow.in('api.ad.description', at),
      },
      owner.headers,
    );
    const announcement_id = ad.body.id;
    await send(
      `PUT /marketplace/announcements/${announcement_id}`,
      { price: 100, name_change_fee: 0, description: sow.in('api.ad.edited', at) },
      owner.headers,
    );
    // Senders have a limit of messages a minute.
    await app.sql`delete from rate_limits`;
    await send(
      'POST /marketplace/messages',
      { announcement_id, message_text: sow.in('api.talk.first', at) },
      other.headers,
    );
    await send(
      `POST /marketplace/conversations/${announcement_id}/${other.id}/reply`,
      { message_text: sow.in('api.talk.reply', at) },
      owner.headers,
    );
    await send(
      'POST /marketplace/reports',
      {
        reported_user_id: owner.id,
        reason: 'other',
        description: sow.in('api.report.description', at),
        related_announcement_id: announcement_id,
      },
      other.headers,
    );
    if (who.records.indexOf(at) < who.registrations)
      await send('POST /marketplace/register', {
        email: asEmail(sow.in('api.register.email', at)),
        full_name: short('api.register.full_name'),
        phone_number: short('api.register.phone_number'),
        password: 'Loppet2027',
        confirm_password: 'Loppet2027',
      });
    const file = await upload(app, admin, '<svg xmlns="http://www.w3.org/2000/svg" onload="hit(1)"/>', {
      name: short('api.upload.name'),
      type: 'image/svg+xml',
    });
    if (file.status !== 415 && file.status !== 400) sent.failed.push(`an SVG upload returned ${file.status}`);
  }
  const pending = await app.api<{ id: string }[]>('GET /admin/events/submissions', {
    headers: admin.headers,
  });
  for (const [at, { id }] of pending.body.slice(0, who.records.length).entries())
    await send(
      `PUT /admin/events/submissions/${id}/review`,
      { status: at % 2 ? 'approved' : 'rejected', admin_comments: sow.in('api.review.admin_comments', at) },
      admin.headers,
    );
  return sent;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

export function hostileGrid(
  sow: PayloadPlanter,
  of: string,
  records = Array.from({ length: sow.rows }, (_, at) => at),
): string[][] {
  const columns = ['event_date', 'event_name', 'distances', 'sport_type', 'ort', 'organizer', 'race_link'];
  return [
    columns,
    ...records.map((at, line) => [
      '2099-06-01',
      sow.in(`${of}.event_name`, at).slice(0, 200),
      'Sprint',
      line % 9 ? 'Triathlon' : sow.in(`${of}.sport_type`, at),
      sow.in(`${of}.ort`, at).slice(0, 200),
      sow.in(`${of}.organizer`, at).slice(0, 200),
      line % 5 ? '' : sow.in(`${of}.race_link`, at),
    ]),
  ];
}

export const csvOf = (grid: readonly string[][]): string =>
  grid.map((row) => row.map(quoted).join(',')).join('\r\n');
