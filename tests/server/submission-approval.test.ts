import { describe, expect, test } from 'bun:test';
import { outbox } from '#db/schema/index.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeSubmission } from '#tests/support/content.ts';
import { UNCHANGED_STATE, UNKNOWN_TRANSFER } from '#tests/support/events.ts';
import { NOW, openSubmissionWorld, transport } from '#tests/support/submission-world.ts';
import { testApp } from '#tests/support/transports.ts';

const {
  admin,
  app,
  auditEntry,
  list,
  loadAuditEntries,
  loadCalendar,
  review,
  storeSubmission,
  waitForAllMails,
} = await openSubmissionWorld();

describe('submissions for admins', () => {
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
    expect(mail.subject).toBe('Ditt lopp finns i kalendern: ”Vinterspåret Falun”');
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
    expect(mail.subject).toBe('Ditt lopp finns i kalendern: ”Kinnekulle Trail”');
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
});

test('the mail about a review is sent even when the submission is deleted before the mail is composed', async () => {
  const appWithoutMail = await testApp({ now: () => new Date(NOW) });
  const { headers } = await makeAdmin(appWithoutMail.db);
  const { id, submitter_email } = await makeSubmission(appWithoutMail.db, {
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
  expect(await appWithoutMail.db.select().from(outbox)).toHaveLength(1);
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
      expect(mail.text).toContain(`Lopp: ”${name}”`);
      expect(mail.html).not.toContain('<i>');
    }
  });
});
