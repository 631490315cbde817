import type { TestApp } from '#tests/support/app.ts';
import type { makeAdmin, makeEvent } from '#tests/support/content.ts';
import type { Member } from '#tests/support/inbox.ts';
import { newCaller } from '#tests/support/transports.ts';
import { upload } from '#tests/support/uploads.ts';
import type { PayloadPlanter } from './payloads.ts';

type Admin = Awaited<ReturnType<typeof makeAdmin>>;
type Event = Awaited<ReturnType<typeof makeEvent>>;

/** As hostile as validation allows. */
const asEmail = (payload: string) =>
  `${payload.replace(/[\s@<>"(),:;[\]\\.]/g, '').slice(0, 60) || 'x'}@example.se`;

export type ApiResults = { accepted: number; refused: number; problems: string[] };

/** Sends each payload once in each field. A status of 500 or above is a problem. */
export async function sendAll(
  app: TestApp,
  planter: PayloadPlanter,
  fixtures: {
    admin: Admin;
    owner: Member;
    other: Member;
    event: Event;
    recordNumbers: readonly number[];
    registrations: number;
  },
): Promise<ApiResults> {
  const sent: ApiResults = { accepted: 0, refused: 0, problems: [] };
  const send = async (operation: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await app.api<{ id?: string; code?: string }>(operation, {
      body,
      headers: { ...newCaller(), ...headers },
    });
    if (response.status >= 500) sent.problems.push(`${operation}: ${response.status}`);
    else if (response.status >= 400) sent.refused++;
    else sent.accepted++;
    return response;
  };
  const { admin, owner, other, event } = fixtures;
  for (const at of fixtures.recordNumbers) {
    const shortPayload = (field: string) => planter.payloadFor(field, at).slice(0, 200);
    const race = (of: string) => ({
      event_name: shortPayload(`api.${of}.event_name`),
      event_date: '2099-05-01',
      sport_type: 'Triathlon',
      distances: `${shortPayload(`api.${of}.distances`)}, Sprint`,
      ort: shortPayload(`api.${of}.ort`),
      address: planter.payloadFor(`api.${of}.address`, at),
      organizer: shortPayload(`api.${of}.organizer`),
      additional_fields: [
        { label: shortPayload(`api.${of}.label`), value: planter.payloadFor(`api.${of}.value`, at) },
        JSON.parse('{"label":"x","value":"y","__proto__":{"polluted":1}}'),
      ],
    });
    const links = (of: string) => ({
      race_link: planter.payloadFor(`api.${of}.race_link`, at),
      result_link: planter.payloadFor(`api.${of}.result_link`, at),
    });
    const bannerText = {
      status_note: planter.payloadFor('api.event.status_note', at).slice(0, 300),
      banner_text: planter.payloadFor('api.event.banner_text', at),
      banner_start_date: '2000-01-01T00:00:00.000Z',
      banner_end_date: '2099-01-01T00:00:00.000Z',
    };
    const transfer = {
      transfer_policy: 'allowed',
      transfer_buyer_needs: [shortPayload('api.event.transfer_buyer_needs')],
    };
    const rulesUrl = { transfer_rules_url: planter.payloadFor('api.event.transfer_rules_url', at) };
    await send('POST /admin/events', { ...race('event'), ...bannerText, ...transfer }, admin.headers);
    await send('POST /admin/events', { ...race('event'), ...links('event'), ...rulesUrl }, admin.headers);
    const proposal = {
      ...race('submission'),
      submitter_name: shortPayload('api.submission.submitter_name'),
      submitter_phone: shortPayload('api.submission.submitter_phone'),
    };
    await send('POST /events/submit', {
      ...proposal,
      ...links('submission'),
      submitter_email: 'a@example.se',
    });
    await send('POST /events/submit', {
      ...proposal,
      submitter_email: asEmail(planter.payloadFor('api.submission.submitter_email', at)),
    });
    await send('POST /contact/message', {
      name: shortPayload('api.message.name'),
      email: asEmail(planter.payloadFor('api.message.email', at)),
      subject: shortPayload('api.message.subject'),
      message: planter.payloadFor('api.message.message', at),
    });
    await send(
      'POST /admin/banners',
      {
        title: shortPayload('api.banner.title'),
        description: planter.payloadFor('api.banner.description', at),
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
          [field]: planter.payloadFor(`api.banner.${field}`, at),
        },
        admin.headers,
      );
    await send(
      'PUT /admin/contact/info',
      Object.fromEntries(
        ['company_name', 'address', 'phone', 'business_hours', 'description'].map((field) => [
          field,
          shortPayload(`api.info.${field}`),
        ]),
      ),
      admin.headers,
    );
    await send(
      'PUT /marketplace/profile',
      {
        full_name: shortPayload('api.profile.full_name'),
        phone_number: shortPayload('api.profile.phone_number'),
      },
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
        description: planter.payloadFor('api.ad.description', at),
      },
      owner.headers,
    );
    const announcement_id = ad.body.id;
    await send(
      `PUT /marketplace/announcements/${announcement_id}`,
      { price: 100, name_change_fee: 0, description: planter.payloadFor('api.ad.edited', at) },
      owner.headers,
    );
    // Senders have a limit of messages a minute.
    await app.sql`delete from rate_limits`;
    await send(
      'POST /marketplace/messages',
      { announcement_id, message_text: planter.payloadFor('api.talk.first', at) },
      other.headers,
    );
    await send(
      `POST /marketplace/conversations/${announcement_id}/${other.id}/reply`,
      { message_text: planter.payloadFor('api.talk.reply', at) },
      owner.headers,
    );
    await send(
      'POST /marketplace/reports',
      {
        reported_user_id: owner.id,
        reason: 'other',
        description: planter.payloadFor('api.report.description', at),
        related_announcement_id: announcement_id,
      },
      other.headers,
    );
    if (fixtures.recordNumbers.indexOf(at) < fixtures.registrations)
      await send('POST /marketplace/register', {
        email: asEmail(planter.payloadFor('api.register.email', at)),
        full_name: shortPayload('api.register.full_name'),
        phone_number: shortPayload('api.register.phone_number'),
        password: 'Loppet2027',
        confirm_password: 'Loppet2027',
      });
    const file = await upload(app, admin, '<svg xmlns="http://www.w3.org/2000/svg" onload="hit(1)"/>', {
      name: shortPayload('api.upload.name'),
      type: 'image/svg+xml',
    });
    if (file.status !== 415 && file.status !== 400)
      sent.problems.push(`an SVG upload returned ${file.status}`);
  }
  const pending = await app.api<{ id: string }[]>('GET /admin/events/submissions', {
    headers: admin.headers,
  });
  for (const [at, { id }] of pending.body.slice(0, fixtures.recordNumbers.length).entries())
    await send(
      `PUT /admin/events/submissions/${id}/review`,
      {
        status: at % 2 ? 'approved' : 'rejected',
        admin_comments: planter.payloadFor('api.review.admin_comments', at),
      },
      admin.headers,
    );
  return sent;
}

const quoteCell = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

export function hostileGrid(
  planter: PayloadPlanter,
  prefix: string,
  recordNumbers = Array.from({ length: planter.recordCount }, (_, at) => at),
): string[][] {
  const columns = ['event_date', 'event_name', 'distances', 'sport_type', 'ort', 'organizer', 'race_link'];
  return [
    columns,
    ...recordNumbers.map((at, line) => [
      '2099-06-01',
      planter.payloadFor(`${prefix}.event_name`, at).slice(0, 200),
      'Sprint',
      line % 9 ? 'Triathlon' : planter.payloadFor(`${prefix}.sport_type`, at),
      planter.payloadFor(`${prefix}.ort`, at).slice(0, 200),
      planter.payloadFor(`${prefix}.organizer`, at).slice(0, 200),
      line % 5 ? '' : planter.payloadFor(`${prefix}.race_link`, at),
    ]),
  ];
}

export const csvOf = (grid: readonly string[][]): string =>
  grid.map((row) => row.map(quoteCell).join(',')).join('\r\n');
