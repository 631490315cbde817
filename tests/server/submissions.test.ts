import { beforeEach, describe, expect, test } from 'bun:test';
import { submissions } from '#db/schema/index.ts';
import { detailOf } from '#src/shared/errors.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { callOver, newCaller, type Operation } from '#tests/support/transports.ts';

const transport = 'trpc';

const SUBMIT: Operation = {
  rest: 'POST /events/submit',
  type: 'mutation',
  trpc: 'public.submissions.submit',
};
const THANKS = 'Tack! Ditt lopp har skickats in för granskning.';
const REQUIRED_FIELDS = {
  event_date: '2027-02-06',
  event_name: 'Vinterspåret Falun',
  distances: '21 km, 42,2 km',
  sport_type: 'Längdskidor',
  submitter_name: 'Karin Hedlund',
  submitter_email: 'karin@example.se',
};
const EMPTY_FIELDS = {
  event_end_date: null,
  ort: null,
  landskap: null,
  address: null,
  race_link: null,
  result_link: null,
  organizer: null,
  submitter_phone: null,
};

const app = await appOfFile();
beforeEach(async () => {
  await app.db.delete(submissions);
});

const loadSubmissions = () => app.db.select().from(submissions);

const submit = (body: unknown) =>
  callOver<Record<string, unknown>>(app, transport, SUBMIT, { body, headers: newCaller() });
const getErrorCode = async (change: object) => {
  const { status, body } = await submit({ ...REQUIRED_FIELDS, ...change });
  expect(status).toBe(400);
  expect(await loadSubmissions()).toEqual([]);
  return body.code;
};

describe('a submission', () => {
  test('goes to review as pending, whatever status, comment or id was sent, and returns what was stored', async () => {
    const { status, body } = await submit({
      ...REQUIRED_FIELDS,
      status: 'approved',
      admin_comments: 'x',
      id: 'mine',
    });
    expect(status).toBe(200);
    const { id, submitted_at, ...otherFields } = body;
    expect(otherFields).toEqual({
      ...REQUIRED_FIELDS,
      ...EMPTY_FIELDS,
      additional_fields: [],
      status: 'pending',
      message: THANKS,
    });
    const [row, ...otherRows] = await loadSubmissions();
    expect(otherRows).toEqual([]);
    expect(row).toMatchObject({
      ...EMPTY_FIELDS,
      ...REQUIRED_FIELDS,
      id,
      submitted_at,
      distances: ['21 km', '42,2 km'],
      status: 'pending',
      admin_comments: null,
      reviewed_at: null,
      reviewed_by: null,
    });
  });

  test('may have every optional field', async () => {
    const completeInput = {
      ...REQUIRED_FIELDS,
      event_end_date: '2027-02-07',
      ort: 'Falun',
      landskap: 'dalarna',
      address: 'Lugnet 1',
      race_link: 'https://example.se/lopp',
      result_link: 'http://example.se/resultat',
      organizer: 'Falu IK',
      additional_fields: [{ label: 'Starttid', value: '10:00' }],
      submitter_phone: '070-1',
    };
    const { status, body } = await submit(completeInput);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...completeInput, landskap: 'Dalarna' });
  });

  for (const field of Object.keys(REQUIRED_FIELDS)) {
    test(`without ${field} is rejected with "Vänligen fyll i alla obligatoriska fält"`, async () => {
      for (const value of [undefined, '', ' ', null]) {
        const { status, body } = await submit({ ...REQUIRED_FIELDS, [field]: value });
        expect([status, body.detail]).toEqual([400, 'Vänligen fyll i alla obligatoriska fält']);
      }
      expect(await loadSubmissions()).toEqual([]);
    });
  }

  test('with an invalid distance is rejected, but Triathlon accepts any text', async () => {
    expect(await getErrorCode({ distances: '10 km, långt' })).toBe('event.distance');
    expect(await getErrorCode({ distances: '6 timmar' })).toBe('event.distance');
    expect(
      await getErrorCode({ distances: Array.from({ length: 31 }, (_, i) => `${i + 1} km`).join(', ') }),
    ).toBe('event.too_many_distances');
    const { status } = await submit({
      ...REQUIRED_FIELDS,
      sport_type: 'Triathlon',
      distances: 'Sprint, Olympic',
    });
    expect(status).toBe(200);
  });

  test('with an unknown sport or Löpning - tidslopp is rejected', async () => {
    expect(await getErrorCode({ sport_type: 'Curling' })).toBe('event.sport');
    expect(await getErrorCode({ sport_type: 'Löpning - tidslopp', distances: '6 timmar' })).toBe(
      'event.sport',
    );
  });

  test('with an unknown landskap, an end before the start or a day that does not exist is rejected', async () => {
    expect(await getErrorCode({ landskap: 'Lofoten' })).toBe('event.landskap');
    expect(await getErrorCode({ event_end_date: '2027-02-05' })).toBe('event.end_before_start');
    expect(await getErrorCode({ event_date: '2027-02-30' })).toBe('event.date');
  });

  test('with a link that is not http(s) or an invalid e-mail is rejected', async () => {
    expect(await getErrorCode({ race_link: 'javascript:alert(1)' })).toBe('request.url');
    expect(await getErrorCode({ result_link: 'ftp://example.se' })).toBe('request.url');
    expect(await getErrorCode({ submitter_email: 'karin' })).toBe('request.email');
  });

  test('with additional fields that are too long together is rejected', async () => {
    const additional_fields = Array.from({ length: 20 }, (_, i) => ({
      label: `${i}`,
      value: 'x'.repeat(500),
    }));
    expect(await getErrorCode({ additional_fields })).toBe('submission.too_long');
    expect((await submit({ ...REQUIRED_FIELDS, additional_fields: additional_fields.slice(1) })).status).toBe(
      200,
    );
  });

  test('is rejected while 500 are waiting', async () => {
    await submit(REQUIRED_FIELDS);
    const [submission] = await loadSubmissions();
    if (!submission) throw new Error('Nothing was stored.');
    const copies = Array.from({ length: 499 }, () => ({ ...submission, id: Bun.randomUUIDv7() }));
    await app.db.insert(submissions).values(copies);
    const { status, body } = await submit(REQUIRED_FIELDS);
    expect([status, body]).toEqual([503, { code: 'submission.full', detail: detailOf('submission.full') }]);
    await app.sql`update event_submissions set status = 'rejected' where id = ${submission.id}`;
    expect((await submit(REQUIRED_FIELDS)).status).toBe(200);
  });

  test('with the honeypot field filled in gets the same response and is not stored', async () => {
    const { status, body } = await submit({ ...REQUIRED_FIELDS, website: 'https://spam.example' });
    const realResponse = await submit(REQUIRED_FIELDS);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(Object.keys(realResponse.body).sort());
    expect(body.message).toBe(THANKS);
    expect(await loadSubmissions()).toHaveLength(1);
  });
});
