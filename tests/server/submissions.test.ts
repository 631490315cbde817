import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { submissions } from '../../db/schema';
import { detailOf } from '../../src/shared/errors';
import {
  callOver,
  newCaller,
  type Operation,
  type TestApp,
  TRANSPORTS,
  testApp,
} from '../support/transports';

const SUBMIT: Operation = {
  rest: 'POST /events/submit',
  type: 'mutation',
  trpc: 'public.submissions.submit',
};
const THANKS = 'Tack! Ditt evenemang har skickats in för granskning.';
const REQUIRED = {
  event_date: '2027-02-06',
  event_name: 'Vinterspåret Falun',
  distances: '21 km, 42,2 km',
  sport_type: 'Längdskidor',
  submitter_name: 'Karin Hedlund',
  submitter_email: 'karin@example.se',
};
const EMPTY = {
  event_end_date: null,
  ort: null,
  landskap: null,
  address: null,
  race_link: null,
  result_link: null,
  organizer: null,
  submitter_phone: null,
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.context.database.db.delete(submissions);
});

const stored = () => app.context.database.db.select().from(submissions);

for (const transport of TRANSPORTS) {
  const submit = (body: unknown) =>
    callOver<Record<string, unknown>>(app, transport, SUBMIT, { body, headers: newCaller() });
  const refused = async (change: object) => {
    const { status, body } = await submit({ ...REQUIRED, ...change });
    expect(status).toBe(400);
    expect(await stored()).toEqual([]);
    return body.code;
  };

  describe(`a submission over ${transport}`, () => {
    test('goes to review as it was sent, and returns what was stored', async () => {
      const { status, body } = await submit({
        ...REQUIRED,
        status: 'approved',
        admin_comments: 'x',
        id: 'mine',
      });
      expect(status).toBe(200);
      const { id, submitted_at, ...rest } = body;
      expect(rest).toEqual({
        ...REQUIRED,
        ...EMPTY,
        additional_fields: [],
        status: 'pending',
        message: THANKS,
      });
      const [row, ...others] = await stored();
      expect(others).toEqual([]);
      expect(row).toMatchObject({
        ...EMPTY,
        ...REQUIRED,
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
      const all = {
        ...REQUIRED,
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
      const { status, body } = await submit(all);
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...all, landskap: 'Dalarna' });
    });

    for (const field of Object.keys(REQUIRED)) {
      test(`without ${field} is rejected with "Vänligen fyll i alla obligatoriska fält"`, async () => {
        for (const value of [undefined, '', ' ', null]) {
          const { status, body } = await submit({ ...REQUIRED, [field]: value });
          expect([status, body.detail]).toEqual([400, 'Vänligen fyll i alla obligatoriska fält']);
        }
        expect(await stored()).toEqual([]);
      });
    }

    test('with an invalid distance is rejected, but Triathlon accepts any text', async () => {
      expect(await refused({ distances: '10 km, långt' })).toBe('event.distance');
      expect(await refused({ distances: '6 timmar' })).toBe('event.distance');
      expect(
        await refused({ distances: Array.from({ length: 31 }, (_, i) => `${i + 1} km`).join(', ') }),
      ).toBe('event.too_many_distances');
      const { status } = await submit({ ...REQUIRED, sport_type: 'Triathlon', distances: 'Sprint, Olympic' });
      expect(status).toBe(200);
    });

    test('with an unknown sport or Löpning - tidslopp is rejected', async () => {
      expect(await refused({ sport_type: 'Curling' })).toBe('event.sport');
      expect(await refused({ sport_type: 'Löpning - tidslopp', distances: '6 timmar' })).toBe('event.sport');
    });

    test('with an unknown landskap, an end before the start or a day that does not exist is rejected', async () => {
      expect(await refused({ landskap: 'Lofoten' })).toBe('event.landskap');
      expect(await refused({ event_end_date: '2027-02-05' })).toBe('event.end_before_start');
      expect(await refused({ event_date: '2027-02-30' })).toBe('event.date');
    });

    test('with a link that is not http(s) or an invalid e-mail is rejected', async () => {
      expect(await refused({ race_link: 'javascript:alert(1)' })).toBe('request.url');
      expect(await refused({ result_link: 'ftp://example.se' })).toBe('request.url');
      expect(await refused({ submitter_email: 'karin' })).toBe('request.email');
    });

    test('with additional fields that are too long together is rejected', async () => {
      const additional_fields = Array.from({ length: 20 }, (_, nth) => ({
        label: `${nth}`,
        value: 'x'.repeat(500),
      }));
      expect(await refused({ additional_fields })).toBe('submission.too_long');
      expect((await submit({ ...REQUIRED, additional_fields: additional_fields.slice(1) })).status).toBe(200);
    });

    test('is rejected while 500 are waiting', async () => {
      await submit(REQUIRED);
      const [one] = await stored();
      if (!one) throw new Error('Nothing was stored.');
      const more = Array.from({ length: 499 }, () => ({ ...one, id: Bun.randomUUIDv7() }));
      await app.context.database.db.insert(submissions).values(more);
      const { status, body } = await submit(REQUIRED);
      expect([status, body]).toEqual([503, { code: 'submission.full', detail: detailOf('submission.full') }]);
      await app.sql`update event_submissions set status = 'rejected' where id = ${one.id}`;
      expect((await submit(REQUIRED)).status).toBe(200);
    });

    test('with the hidden field filled in gets the same response and is not stored', async () => {
      const { status, body } = await submit({ ...REQUIRED, website: 'https://spam.example' });
      const real = await submit(REQUIRED);
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(Object.keys(real.body).sort());
      expect(body.message).toBe(THANKS);
      expect(await stored()).toHaveLength(1);
    });
  });
}
