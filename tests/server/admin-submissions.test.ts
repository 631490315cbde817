import { describe, expect, test } from 'bun:test';
import { outbox } from '#db/schema/index.ts';
import type { ReviewedSubmission } from '#src/features/submissions/contract.ts';
import { type ErrorCode, statusOf } from '#src/shared/errors.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeEvent } from '#tests/support/content.ts';
import { openSubmissionWorld } from '#tests/support/submission-world.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';

const {
  app,
  auditEntry,
  list,
  loadAuditEntries,
  loadCalendar,
  remove,
  review,
  storeSubmission,
  waitForAllMails,
} = await openSubmissionWorld();

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

describe('submissions for admins', () => {
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
    const db = app.db;
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
    expect(await app.db.select().from(outbox)).toEqual([]);
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
    const admins = await Promise.all(Array.from({ length: 20 }, () => makeAdmin(app.db)));
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
