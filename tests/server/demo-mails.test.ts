import { describe, expect, test } from 'bun:test';
import type { AdminAccount } from '#src/features/accounts/admin/contract.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import type { AdminSubmission } from '#src/features/submissions/contract.ts';
import { login, tokenOf } from '#tests/support/accounts.ts';
import { makeAdmin, makeMember } from '#tests/support/content.ts';
import { openDemoWorld } from '#tests/support/demo-world.ts';

const { app, loadDemoData, rowsOf } = await openDemoWorld();

describe('mail to demonstration people is never queued', () => {
  const queuedKinds = async () => (await rowsOf('outbox')).map((row) => row.kind);

  test('when a visitor writes to each of them', async () => {
    await loadDemoData();
    const visitor = await makeMember(app.db);
    const { body: ads } = await app.api<PublicAnnouncement[]>('GET /marketplace/announcements');
    for (const { id, reserved } of ads) {
      const { status } = await app.api('POST /marketplace/messages', {
        headers: visitor.headers,
        body: { announcement_id: id, message_text: 'Hej!' },
      });
      expect(status).toBe(reserved ? 409 : 200);
    }
    expect(await queuedKinds()).toEqual([]);
  });

  test('when they log in, or somebody asks for a link or registers with their address', async () => {
    const password = await loadDemoData();
    const email = 'anna.exempel@demo.example';
    expect((await login(app, email, password)).status).toBe(200);
    for (const path of ['forgot-password', 'resend-verification', 'my-data-link'])
      expect((await app.api(`POST /marketplace/${path}`, { body: { email } })).status).toBe(200);
    const form = {
      full_name: 'Anna Exempel',
      phone_number: '070-174 06 06',
      password: 'Loppet2027',
      confirm_password: 'Loppet2027',
    };
    for (const address of [email, 'NY.EXEMPEL@demo.example'])
      expect(
        (await app.api('POST /marketplace/register', { body: { ...form, email: address } })).status,
      ).toBe(200);
    expect(await queuedKinds()).toEqual([]);
  });

  test('when somebody proposes an event with their address', async () => {
    const body = {
      event_name: 'Siljansloppet',
      event_date: '2027-06-12',
      sport_type: 'Löpning',
      distances: '10 km',
      submitter_name: 'Anna Exempel',
      submitter_email: 'Anna.Exempel@demo.example',
    };
    expect((await app.api('POST /events/submit', { body })).status).toBe(200);
    expect(await queuedKinds()).toEqual([]);
  });

  test('when an admin suspends and reopens them, or reviews their proposals', async () => {
    await loadDemoData();
    const { headers } = await makeAdmin(app.db);
    const { body: members } = await app.api<AdminAccount[]>('GET /admin/marketplace/users', { headers });
    for (const { id, is_suspended } of members)
      for (const isSuspended of [!is_suspended, is_suspended])
        await app.api(`PUT /admin/marketplace/users/${id}`, { headers, body: { is_suspended: isSuspended } });
    const { body: proposals } = await app.api<AdminSubmission[]>('GET /admin/events/submissions', {
      headers,
    });
    for (const { id } of proposals.filter(({ status }) => status === 'pending')) {
      const path = `PUT /admin/events/submissions/${id}/review`;
      expect((await app.api(path, { headers, body: { status: 'approved' } })).status).toBe(200);
    }
    expect(await queuedKinds()).toEqual([]);
  });

  test('when they write to a member: only the member gets a mail', async () => {
    const password = await loadDemoData();
    const { db } = app;
    const visitor = await makeMember(db);
    const { body: ads } = await app.api<PublicAnnouncement[]>('GET /marketplace/announcements');
    const ad = ads.find(({ user_name }) => user_name === 'Anna Exempel');
    await app.api('POST /marketplace/messages', {
      headers: visitor.headers,
      body: { announcement_id: ad?.id, message_text: 'Hej!' },
    });
    const token = await tokenOf(app, 'anna.exempel', password);
    await app.api(`POST /marketplace/conversations/${ad?.id}/${visitor.id}/reply`, {
      headers: { authorization: `Bearer ${token}` },
      body: { message_text: 'Hej!' },
    });
    expect(await queuedKinds()).toEqual(['conversation.message']);
  });
});
