import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { auditLog, events, outbox, submissions } from '#db/schema/index.ts';
import type { AdminSubmission, ReviewedSubmission } from '#src/features/submissions/contract.ts';
import { detailOf, type ErrorCode, statusOf } from '#src/shared/errors.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeEvent, makeMember, makeSubmission } from '#tests/support/content.ts';
import { UNCHANGED_STATE, UNKNOWN_TRANSFER } from '#tests/support/events.ts';
import { TRANSPORTS, type Transport, testApp } from '#tests/support/transports.ts';

const transport = 'trpc';

const NOW = '2027-01-15T09:00:00.000Z';
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

const app = await testApp({ now: () => new Date(NOW), mail: true });
const admin = await makeAdmin(app.context.database.db, { username: 'vera' });
afterAll(() => app.stop());
beforeEach(async () => {
  const { db } = app.context.database;
  await Promise.all([db.delete(submissions), db.delete(events), db.delete(auditLog)]);
});

const storeSubmission = (row: Parameters<typeof makeSubmission>[1] = {}) =>
  makeSubmission(app.context.database.db, row);
const loadCalendar = async () => (await app.api<Record<string, unknown>[]>('GET /events')).body;
const loadAuditEntries = () =>
  app.context.database.db
    .select({
      admin: auditLog.admin,
      action: auditLog.action,
      record_id: auditLog.record_id,
      record_name: auditLog.record_name,
      created_at: auditLog.created_at,
    })
    .from(auditLog);
const auditEntry = (action: string, { id, event_name }: { id: string; event_name: string }) => ({
  admin: 'vera',
  action,
  record_id: id,
  record_name: event_name,
  created_at: NOW,
});
async function waitForAllMails() {
  while ((await app.context.database.db.select({ id: outbox.id }).from(outbox)).length > 0)
    await Bun.sleep(20);
}
const error = (code: ErrorCode) => [statusOf(code), code, detailOf(code)];

const callsOver = (transport: Transport, headers: Record<string, string>) => ({
  list: () => call<AdminSubmission[]>(app, transport, 'admin.submissions.list', { headers }),
  review: (id: string, decision: object) =>
    call<ReviewedSubmission>(app, transport, 'admin.submissions.review', { headers }, { id, ...decision }),
  remove: (id: string) => call(app, transport, 'admin.submissions.delete', { headers }, { id }),
});
const list = () => callsOver(transport, admin.headers).list();
const review = (id: string, decision: object) => callsOver(transport, admin.headers).review(id, decision);
const remove = (id: string) => callsOver(transport, admin.headers).remove(id);

describe('submissions for admins', () => {
  test('can be listed, reviewed and deleted only by admins', async () => {
    const { id } = await storeSubmission();
    const member = await makeMember(app.context.database.db);
    for (const headers of [{}, member.headers, { authorization: 'Bearer nothing' }]) {
      const unauthorizedCalls = callsOver(transport, headers as Record<string, string>);
      expect(outcomeOf(await unauthorizedCalls.list())).toEqual(error('request.unauthorized'));
      expect(outcomeOf(await unauthorizedCalls.review(id, { status: 'approved' }))).toEqual(
        error('request.unauthorized'),
      );
      expect(outcomeOf(await unauthorizedCalls.remove(id))).toEqual(error('request.unauthorized'));
    }
    expect((await list()).body).toMatchObject([{ id, status: 'pending' }]);
  });

  test('are listed with every field, newest first', async () => {
    const olderSubmission = await storeSubmission({ submitted_at: '2027-01-02T08:00:00.000Z' });
    const submission = {
      event_name: 'Kinnekulle Trail',
      event_date: '2027-05-08',
      event_end_date: '2027-05-09',
      sport_type: 'Löpning trail',
      ort: 'Kinnekulle',
      landskap: 'Västergötland',
      address: 'Torget 1',
      race_link: 'https://kinnekulletrail.se/',
      result_link: 'https://kinnekulletrail.se/resultat',
      organizer: 'OK Kullen',
      additional_fields: [{ label: 'Start', value: '10.00' }],
      submitter_name: 'Oskar Lind',
      submitter_email: 'oskar@example.se',
      submitter_phone: '070-1',
      submitted_at: '2027-01-03T08:30:00.000Z',
      status: 'rejected' as const,
      admin_comments: 'Saknar länk',
      reviewed_at: '2027-01-04T08:30:00.000Z',
      reviewed_by: 'bo',
    };
    const { id } = await storeSubmission({ ...submission, distances: ['10 km', '42,1 km'] });
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body[0]).toEqual({ ...submission, id, distances: '10 km, 42,1 km', duplicates: [] });
    expect(body[1]).toMatchObject({
      id: olderSubmission.id,
      event_end_date: null,
      admin_comments: null,
      reviewed_at: null,
      reviewed_by: null,
      additional_fields: [],
      duplicates: [],
    });
    expect(body).toHaveLength(2);
  });

  test('list events of the same day and folded name as duplicates, but only while they are pending', async () => {
    const db = app.context.database.db;
    const duplicate = await makeEvent(db, {
      event_name: 'VÄTTERN  runt',
      event_date: '2027-06-12',
      distances: ['30 mil'],
      ort: 'Motala',
    });
    await makeEvent(db, { event_name: 'Vättern runt', event_date: '2027-06-13' });
    await makeEvent(db, { event_name: 'Vättern runt MTB', event_date: '2027-06-12' });
    const row = { event_name: 'Vat\u200btern Runt', event_date: '2027-06-12' };
    const pendingSubmission = await storeSubmission({ ...row, ort: 'Jönköping' });
    const rejectedSubmission = await storeSubmission({ ...row, status: 'rejected' });
    const { body } = await list();
    const duplicatesOf = (id: string) => body.find((submission) => submission.id === id)?.duplicates;
    expect(duplicatesOf(pendingSubmission.id)).toMatchObject([
      { id: duplicate.id, event_name: 'VÄTTERN  runt', ort: 'Motala', distances: '30 mil' },
    ]);
    expect(duplicatesOf(rejectedSubmission.id)).toEqual([]);
  });

  test('become events on the calendar when approved unchanged, and the submitter gets a mail', async () => {
    const submission = await storeSubmission({
      event_name: 'Vinterspåret Falun',
      event_date: '2027-02-06',
      event_end_date: '2027-02-07',
      sport_type: 'Längdskidor',
      distances: ['21 km', '42,2 km'],
      ort: 'Falun',
      landskap: 'Dalarna',
      address: 'Lugnet',
      race_link: 'https://falun.example/',
      result_link: 'https://falun.example/resultat',
      organizer: 'Falu SK',
      additional_fields: [{ label: 'Start', value: '09.00' }],
      submitter_name: 'Vinn https://bluff.example nu',
      submitter_email: `karin-${transport}@example.se`,
    });
    const { status, body } = await review(submission.id, {
      status: 'approved',
      admin_comments: 'Godkänd utan ändringar',
    });
    expect(status).toBe(200);
    const { message, ...stored } = body;
    expect(message).toBe('Förfrågan har godkänts.');
    expect(stored).toMatchObject({
      id: submission.id,
      status: 'approved',
      admin_comments: 'Godkänd utan ändringar',
      reviewed_by: 'vera',
      reviewed_at: NOW,
      duplicates: [],
    });
    expect((await list()).body).toEqual([stored]);
    const [event, ...otherEvents] = await loadCalendar();
    expect(otherEvents).toEqual([]);
    const { id: _, ...publicEvent } = event ?? {};
    expect(publicEvent).toEqual({
      event_name: 'Vinterspåret Falun',
      event_date: '2027-02-06',
      event_end_date: '2027-02-07',
      sport_type: 'Längdskidor',
      distances: '21 km, 42,2 km',
      ort: 'Falun',
      landskap: 'Dalarna',
      address: 'Lugnet',
      race_link: 'https://falun.example/',
      result_link: 'https://falun.example/resultat',
      organizer: 'Falu SK',
      additional_fields: [{ label: 'Start', value: '09.00' }],
      banner_text: null,
      banner_start_date: null,
      banner_end_date: null,
      banner_color: 'red',
      ...UNCHANGED_STATE,
      ...UNKNOWN_TRANSFER,
      updated_at: expect.any(String),
      organizer_confirmed_on: null,
      series_id: expect.any(String),
      url: '/lopp/vintersparet-falun/2027',
    });
    const coordinates = await app.api<{ event_name: string }[]>('GET /events/coordinates');
    expect(coordinates.body.map(({ event_name }) => event_name)).toEqual(['Vinterspåret Falun']);
    expect(await loadAuditEntries()).toEqual([auditEntry('submission.approve', submission)]);

    const mail = await app.nextMail(submission.submitter_email);
    expect(mail.subject).toBe('Ditt evenemang finns i kalendern: ”Vinterspåret Falun”');
    for (const content of [mail.text, mail.html]) {
      expect(content).toContain('Godkänd utan ändringar');
      expect(content).toContain('6–7 feb. 2027');
      expect(content).toContain('Hej!');
      expect(content).not.toContain('bluff');
    }
    expect(mail.path).toBe('/?q=Vintersp%C3%A5ret+Falun');
  });

  test('are stored, published and mailed with the edits of their approval', async () => {
    const submission = await storeSubmission({
      event_name: 'Kinekulle trail',
      event_date: '2026-05-08',
      distances: ['10 km'],
      ort: 'Götene',
      race_link: 'https://kinne.example/',
      submitter_email: `oskar-${transport}@example.se`,
    });
    const { status, body } = await review(submission.id, {
      status: 'approved',
      admin_comments: 'Kul!\nVi har lagt till 43 km.',
      event_name: 'Kinnekulle Trail',
      sport_type: 'löpning trail',
      distances: '10 km, 42,5km',
      ort: '',
      landskap: 'västergötland',
      additional_fields: [{ label: 'Start', value: '10.00' }],
      reviewed_by: 'somebody else',
      submitter_email: 'other@example.se',
    });
    expect(status).toBe(200);
    const editedFields = {
      event_name: 'Kinnekulle Trail',
      event_date: '2026-05-08',
      sport_type: 'Löpning trail',
      distances: '10 km, 42,5 km',
      ort: null,
      landskap: 'Västergötland',
      race_link: 'https://kinne.example/',
      additional_fields: [{ label: 'Start', value: '10.00' }],
    };
    expect(body).toMatchObject({
      ...editedFields,
      reviewed_by: 'vera',
      submitter_email: submission.submitter_email,
    });
    expect((await list()).body).toMatchObject([editedFields]);
    expect(await loadCalendar()).toMatchObject([editedFields]);
    expect(await loadAuditEntries()).toEqual([
      auditEntry('submission.approve', { ...submission, ...editedFields }),
    ]);
    const mail = await app.nextMail(submission.submitter_email);
    expect(mail.subject).toBe('Ditt evenemang finns i kalendern: ”Kinnekulle Trail”');
    expect(mail.text).toContain('Kul!\n\nVi har lagt till 43 km.');
    // The event has passed, so the link shows all dates.
    expect(mail.path).toBe('/?q=Kinnekulle+Trail&date=all');
  });

  test('are published with a unit when they were proposed without one', async () => {
    const { id } = await storeSubmission({ distances: ['5', '21,1 km'] });
    const { body } = await review(id, { status: 'approved' });
    expect(body.distances).toBe('5 km, 21,1 km');
    expect(await loadCalendar()).toMatchObject([{ distances: '5 km, 21,1 km' }]);
    await waitForAllMails();
  });

  test('keep no comment when approved with an empty one', async () => {
    const { id, submitter_email } = await storeSubmission();
    const { body } = await review(id, { status: 'approved', admin_comments: '  ' });
    expect(body.admin_comments).toBeNull();
    expect((await app.nextMail(submitter_email)).text).not.toContain('Kommentar');
  });

  test('stay unchanged and create no event when rejected, and the submitter gets the reason by mail', async () => {
    const submission = await storeSubmission({ event_name: 'Testloppet', event_date: '2027-03-06' });
    const { status, body } = await review(submission.id, {
      status: 'rejected',
      admin_comments: 'Länken saknas. Skicka gärna in igen.',
      event_name: 'Ett annat namn',
      distances: '',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      event_name: 'Testloppet',
      distances: '10 km',
      status: 'rejected',
      admin_comments: 'Länken saknas. Skicka gärna in igen.',
      reviewed_by: 'vera',
      reviewed_at: NOW,
      message: 'Förfrågan har avvisats.',
    });
    expect(await loadCalendar()).toEqual([]);
    expect(await loadAuditEntries()).toEqual([auditEntry('submission.reject', submission)]);
    const mail = await app.nextMail(submission.submitter_email);
    expect(mail.subject).toBe('Ditt förslag till kalendern godkändes inte');
    expect(mail.text).toContain('Länken saknas. Skicka gärna in igen.');
    expect(mail.path).toBe('/submit-event');
  });

  test.each([undefined, null, '', '   '])(
    'rejected with the comment %p are stored with "Avvisad", and the mail omits it',
    async (emptyComment) => {
      const { id, submitter_email } = await storeSubmission();
      const { body } = await review(id, { status: 'rejected', admin_comments: emptyComment });
      expect(body.admin_comments).toBe('Avvisad');
      expect((await app.nextMail(submitter_email)).text).not.toContain('Kommentar');
    },
  );

  test('reject a second review, whatever the first one was', async () => {
    for (const firstStatus of ['approved', 'rejected']) {
      const { id } = await storeSubmission();
      const { body: firstReview } = await review(id, { status: firstStatus, admin_comments: 'först' });
      for (const status of ['approved', 'rejected']) {
        const secondReview = await review(id, { status, admin_comments: 'sedan', event_name: 'Annat' });
        expect(outcomeOf(secondReview)).toEqual(error('submission.reviewed'));
      }
      const { message: _, ...stored } = firstReview;
      expect((await list()).body.find((submission) => submission.id === id)).toEqual(stored);
    }
    expect(await loadCalendar()).toHaveLength(1);
    expect(await loadAuditEntries()).toHaveLength(2);
    await waitForAllMails();
  });

  test('reject an invalid review with its own code and change nothing', async () => {
    const { id } = await storeSubmission({
      event_end_date: '2099-05-02',
      sport_type: 'Triathlon',
      distances: ['Sprint'],
    });
    const reviewErrorCode = async (decision: object, submissionId = id) => {
      const response = await review(submissionId, decision);
      expect(response.status).toBe(statusOf((response.body as unknown as { code: ErrorCode }).code));
      return (response.body as unknown as { code: ErrorCode }).code;
    };
    expect(await reviewErrorCode({})).toBe('submission.status');
    expect(await reviewErrorCode({ status: 'pending' })).toBe('submission.status');
    expect(await reviewErrorCode({ status: 7 })).toBe('submission.status');
    const approvalErrorCode = (edit: object) => reviewErrorCode({ status: 'approved', ...edit });
    expect(await approvalErrorCode({ event_name: '' })).toBe('event.required');
    expect(await approvalErrorCode({ event_name: null })).toBe('event.required');
    expect(await approvalErrorCode({ event_date: 'snart' })).toBe('event.date');
    expect(await approvalErrorCode({ distances: ' ' })).toBe('event.required');
    expect(await approvalErrorCode({ sport_type: 'Schack' })).toBe('event.sport');
    expect(await approvalErrorCode({ landskap: 'Lund' })).toBe('event.landskap');
    expect(await approvalErrorCode({ race_link: 'javascript:alert(1)' })).toBe('request.url');
    expect(await approvalErrorCode({ additional_fields: [{ label: 'Start', value: '' }] })).toBe(
      'event.field_incomplete',
    );
    expect(await approvalErrorCode({ admin_comments: 'x'.repeat(5001) })).toBe('request.too_long');
    expect(await approvalErrorCode({ admin_comments: 'a\0b' })).toBe('request.malformed');
    // Edited fields must fit those that are not edited.
    expect(await approvalErrorCode({ sport_type: 'Löpning' })).toBe('event.distance');
    expect(await approvalErrorCode({ event_date: '2099-05-03' })).toBe('event.end_before_start');
    expect(await reviewErrorCode({ status: 'approved' }, UNKNOWN_ID)).toBe('submission.not_found');
    expect(await reviewErrorCode({ status: 'rejected' }, UNKNOWN_ID)).toBe('submission.not_found');
    expect(await reviewErrorCode({ status: 'approved' }, 'x')).toBe('submission.not_found');
    expect((await list()).body).toMatchObject([{ id, status: 'pending' }]);
    expect(await loadCalendar()).toEqual([]);
    expect(await loadAuditEntries()).toEqual([]);
    expect(await app.context.database.db.select().from(outbox)).toEqual([]);
  });

  test('can be deleted in any state, and the event of an approved one stays', async () => {
    const pending = await storeSubmission();
    const approved = await storeSubmission();
    await review(approved.id, { status: 'approved' });
    for (const submission of [pending, approved]) {
      const { status, body } = await remove(submission.id);
      expect([status, body]).toEqual([200, { message: 'Förfrågan har tagits bort.' }]);
      expect(outcomeOf(await remove(submission.id))).toEqual(error('submission.not_found'));
    }
    expect(outcomeOf(await remove('x'))).toEqual(error('submission.not_found'));
    expect(outcomeOf(await review(pending.id, { status: 'approved' }))).toEqual(
      error('submission.not_found'),
    );
    expect((await list()).body).toEqual([]);
    expect(await loadCalendar()).toHaveLength(1);
    expect((await loadAuditEntries()).filter(({ action }) => action === 'submission.delete')).toEqual([
      auditEntry('submission.delete', pending),
      auditEntry('submission.delete', approved),
    ]);
  });
});

test('of twenty concurrent reviews one succeeds, with one event, one audit entry and one mail', async () => {
  for (const statuses of [['approved'], ['rejected'], ['approved', 'rejected']]) {
    const submission = await storeSubmission();
    const admins = await Promise.all(Array.from({ length: 20 }, () => makeAdmin(app.context.database.db)));
    const eventCountBefore = (await loadCalendar()).length;
    const responses = await Promise.all(
      admins.map(({ headers }, index) =>
        call<ReviewedSubmission>(
          app,
          TRANSPORTS[index % 2] ?? 'rest',
          'admin.submissions.review',
          { headers },
          {
            id: submission.id,
            status: statuses[index % statuses.length],
            admin_comments: `Av ${index}`,
            event_name: `Lopp ${index}`,
          },
        ),
      ),
    );
    const successIndexes = responses.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(successIndexes).toHaveLength(1);
    const index = successIndexes[0] ?? 0;
    const reviewed = responses[index]?.body;
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expect(outcomeOf(response)).toEqual(error('submission.reviewed'));
    }
    expect(reviewed?.reviewed_by).toBe(admins[index]?.username as string);
    const isApproved = reviewed?.status === 'approved';
    expect(await loadCalendar()).toHaveLength(eventCountBefore + (isApproved ? 1 : 0));
    const entries = (await loadAuditEntries()).filter(({ record_id }) => record_id === submission.id);
    expect(entries).toMatchObject([{ admin: admins[index]?.username }]);
    await waitForAllMails();
    const mails = await app.mailsTo(submission.submitter_email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`Av ${index}`);
  }
});

test('the mail about a review is sent even when the submission is deleted before the mail is composed', async () => {
  const appWithoutMail = await testApp({ now: () => new Date(NOW) });
  const { headers } = await makeAdmin(appWithoutMail.context.database.db);
  const { id, submitter_email } = await makeSubmission(appWithoutMail.context.database.db, {
    event_name: 'Skogsloppet',
  });
  await call(
    appWithoutMail,
    'rest',
    'admin.submissions.review',
    { headers },
    {
      id,
      status: 'rejected',
      admin_comments: 'Finns redan',
    },
  );
  await call(appWithoutMail, 'rest', 'admin.submissions.delete', { headers }, { id });
  expect(await appWithoutMail.context.database.db.select().from(outbox)).toHaveLength(1);
  const mailingApp = await testApp({ on: appWithoutMail, mail: true });
  const mail = await mailingApp.nextMail(submitter_email);
  expect(mail.text).toContain('Finns redan');
  expect(mail.text).toContain('Skogsloppet');
  await mailingApp.stop();
  await appWithoutMail.stop();
});

describe('the mail about a submission, to an unverified address,', () => {
  const mailAbout = async (event_name: string) => {
    const { id, submitter_email } = await storeSubmission({
      event_name,
      submitter_name: 'Anna <b>Ek</b> www.bluff.example',
    });
    await call(app, 'rest', 'admin.submissions.review', admin, { id, status: 'rejected' });
    return app.nextMail(submitter_email);
  };

  test.each([
    'Vinn på https://bluff.example',
    'Gå till www.bluff',
    'Besök bluff.example idag',
    'Skriv till vinn@bluff',
    'Ring 070-123 45 67',
    'bluff．example',
    'Grattis du har vunnit '.repeat(5),
  ])('does not contain the name %p', async (name) => {
    const mail = await mailAbout(name);
    expect(mail.subject).toBe('Ditt förslag till kalendern godkändes inte');
    expect(mail.text).not.toContain(name.trim());
    expect(mail.html).not.toContain(name.trim());
    expect(mail.text).not.toMatch(/bluff|Anna/);
    expect(mail.html).not.toMatch(/bluff|Anna/);
  });

  test('contains a plain name as text, on one line', async () => {
    for (const name of ['Vasaloppet 90 km', 'Göteborgsvarvet 2027', '<i>Tjejmilen</i> & Co']) {
      const mail = await mailAbout(name);
      expect(mail.subject).toBe('Ditt förslag till kalendern godkändes inte');
      expect(mail.text).toContain(`Evenemang: ”${name}”`);
      expect(mail.html).not.toContain('<i>');
    }
  });
});
