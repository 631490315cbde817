import { beforeEach, describe, expect, test } from 'bun:test';
import { auditLog, contactInfo, contactMessages } from '#db/schema/index.ts';
import type { AdminContactMessage, ContactInfo } from '#src/features/contact/contract.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeMember, makeMessage } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';

const transport = 'trpc';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const FULL_INFO = {
  company_name: 'Loppkalendern AB',
  address: 'Storgatan 1\n791 30 Falun',
  phone: '023-123 45',
  email: 'hej@loppkalendern.example',
  business_hours: 'Vardagar 9–16',
  description: 'Hör av dig!',
};

const app = await appOfFile();
const admin = await makeAdmin(app.db, { username: 'vera' });
beforeEach(async () => {
  const { db } = app;
  await Promise.all([db.delete(contactInfo), db.delete(contactMessages), db.delete(auditLog)]);
});

const getPublicInfo = async () => (await app.api<ContactInfo>('GET /contact/info')).body;
const storeMessage = (row: Parameters<typeof makeMessage>[1] = {}) => makeMessage(app.db, row);
const loadAuditEntries = () =>
  app.db
    .select({
      admin: auditLog.admin,
      action: auditLog.action,
      record_id: auditLog.record_id,
      record_name: auditLog.record_name,
    })
    .from(auditLog)
    .orderBy(auditLog.id);

const callsWith = (headers: Record<string, string>) => ({
  update: (input: object) =>
    call<ContactInfo>(app, transport, 'admin.contact.updateInfo', { headers }, { ...input }),
  list: () => call<AdminContactMessage[]>(app, transport, 'admin.contact.messages', { headers }),
  mark: (id: string, is_read: unknown) =>
    call<AdminContactMessage>(app, transport, 'admin.contact.markRead', { headers }, { id, is_read }),
  remove: (id: string) => call(app, transport, 'admin.contact.deleteMessage', { headers }, { id }),
});
const update = (input: object) => callsWith(admin.headers).update(input);
const list = () => callsWith(admin.headers).list();
const mark = (id: string, is_read: unknown) => callsWith(admin.headers).mark(id, is_read);
const remove = (id: string) => callsWith(admin.headers).remove(id);

describe('contact for admins', () => {
  test('rejects everyone but admins', async () => {
    const { id } = await storeMessage();
    const member = await makeMember(app.db);
    for (const headers of [{}, member.headers, { authorization: 'Bearer nothing' }]) {
      const unauthorizedCalls = callsWith(headers as Record<string, string>);
      for (const response of [
        await unauthorizedCalls.update(FULL_INFO),
        await unauthorizedCalls.list(),
        await unauthorizedCalls.mark(id, true),
        await unauthorizedCalls.remove(id),
      ]) {
        expect(outcomeOf(response)).toEqual(error('request.unauthorized'));
      }
    }
    expect((await list()).body).toMatchObject([{ id, is_read: false }]);
    expect((await getPublicInfo()).company_name).toBeNull();
  });

  test('stores the six fields, returns them and shows them to everyone', async () => {
    const { status, body } = await update({
      ...FULL_INFO,
      company_name: '  Loppkalendern AB ',
      only: false,
      x: 1,
    });
    expect([status, body]).toEqual([200, FULL_INFO]);
    expect(await getPublicInfo()).toEqual(FULL_INFO);
    expect(await loadAuditEntries()).toEqual([
      { admin: 'vera', action: 'contact.update_info', record_id: null, record_name: 'Loppkalendern AB' },
    ]);
  });

  test('keeps an omitted field, and clears one that is empty or null', async () => {
    expect((await update({})).body).toMatchObject({ company_name: null });
    // Nothing was written, so there is no audit entry.
    expect([await loadAuditEntries(), await app.sql`select from contact_info`]).toEqual([[], [] as never]);
    await update(FULL_INFO);
    const { body } = await update({ phone: '', email: null, address: '   ', description: 'Nytt' });
    const expected = { ...FULL_INFO, phone: null, email: null, address: null, description: 'Nytt' };
    expect(body).toEqual(expected);
    expect((await update({})).body).toEqual(expected);
    expect(await getPublicInfo()).toEqual(expected);
  });

  test('rejects each invalid value with its own code and changes nothing', async () => {
    await update(FULL_INFO);
    const expectRejected = async (change: object, code: ErrorCode) =>
      expect(outcomeOf(await update({ ...FULL_INFO, company_name: 'Annat', ...change }))).toEqual(
        error(code),
      );
    await expectRejected({ email: 'hej@' }, 'request.email');
    await expectRejected({ email: `${'x'.repeat(250)}@a.se` }, 'request.too_long');
    for (const [field, max] of [
      ['company_name', 200],
      ['phone', 200],
      ['address', 5000],
      ['business_hours', 5000],
      ['description', 5000],
    ] as const) {
      await expectRejected({ [field]: 'x'.repeat(max + 1) }, 'request.too_long');
      await expectRejected({ [field]: 7 }, 'request.invalid');
    }
    await expectRejected({ description: 'a\0b' }, 'request.malformed');
    expect(await getPublicInfo()).toEqual(FULL_INFO);
    expect(await loadAuditEntries()).toHaveLength(1);
  });

  test('lists messages as they were sent, newest first', async () => {
    const olderMessage = await storeMessage({
      created_at: '2027-01-02T08:00:00.000Z',
      message: 'Rad 1\nRad 2',
    });
    const newerMessage = await storeMessage({ created_at: '2027-01-03T08:00:00.000Z', is_read: true });
    const { status, body } = await list();
    expect([status, body]).toEqual([200, [newerMessage, olderMessage]]);
  });

  test('marks a message as read or unread, and logs only changes', async () => {
    const message = await storeMessage();
    for (const is_read of [true, true, false, false]) {
      const { status, body } = await mark(message.id, is_read);
      expect([status, body]).toEqual([200, { ...message, is_read }]);
      expect((await list()).body).toEqual([{ ...message, is_read }]);
    }
    const auditEntry = { admin: 'vera', record_id: message.id, record_name: message.subject };
    expect(await loadAuditEntries()).toEqual([
      { ...auditEntry, action: 'contact.read' },
      { ...auditEntry, action: 'contact.unread' },
    ]);
  });

  test('rejects an invalid mark and an unknown message', async () => {
    const message = await storeMessage();
    for (const invalidMark of ['ja', '', 1, null]) {
      expect(outcomeOf(await mark(message.id, invalidMark))).toEqual(error('request.invalid'));
    }
    expect(outcomeOf(await mark(message.id, undefined))).toEqual(error('request.invalid'));
    expect(outcomeOf(await mark(UNKNOWN_ID, true))).toEqual(error('contact.message_not_found'));
    expect(outcomeOf(await mark('x', true))).toEqual(error('contact.message_not_found'));
    expect((await list()).body).toEqual([message]);
    expect(await loadAuditEntries()).toEqual([]);
  });

  test('deletes a message', async () => {
    const message = await storeMessage();
    const otherMessage = await storeMessage();
    const { status, body } = await remove(message.id);
    expect([status, body]).toEqual([200, { message: 'Meddelandet har tagits bort.' }]);
    expect((await list()).body).toEqual([otherMessage]);
    for (const id of [message.id, UNKNOWN_ID, 'x']) {
      expect(outcomeOf(await remove(id))).toEqual(error('contact.message_not_found'));
    }
    expect(await loadAuditEntries()).toEqual([
      { admin: 'vera', action: 'contact.delete', record_id: message.id, record_name: message.subject },
    ]);
  });
});

test('marking a message over REST takes is_read from the query string', async () => {
  const { id } = await storeMessage();
  const put = (query: string) =>
    app.api<AdminContactMessage>(`PUT /admin/contact/messages/${id}/read${query}`, {
      headers: admin.headers,
    });
  expect((await put('?is_read=true')).body.is_read).toBe(true);
  expect((await put('?is_read=false')).body.is_read).toBe(false);
  expect(outcomeOf(await put('?is_read=1'))).toEqual(error('request.invalid'));
  expect(outcomeOf(await put(''))).toEqual(error('request.invalid'));
});

test('updates by twenty admins at once leave one info row, and a mark and a deletion take effect once', async () => {
  const admins = await Promise.all(Array.from({ length: 20 }, () => makeAdmin(app.db)));
  const callAsEachAdmin = <Body>(name: string, input: (index: number) => Record<string, unknown>) =>
    Promise.all(
      admins.map(({ headers }, index) =>
        call<Body>(app, TRANSPORTS[index % 2] ?? 'rest', name, { headers }, input(index)),
      ),
    );
  const updateResponses = await callAsEachAdmin<ContactInfo>('admin.contact.updateInfo', (index) => ({
    company_name: `Bolag ${index}`,
    phone: `${index}`,
  }));
  expect(updateResponses.map(({ status }) => status)).toEqual(admins.map(() => 200));
  const { company_name, phone } = await getPublicInfo();
  expect(company_name).toBe(`Bolag ${phone}`);
  expect(await app.db.select().from(contactInfo)).toHaveLength(1);

  const { id } = await storeMessage();
  await callAsEachAdmin('admin.contact.markRead', () => ({ id, is_read: true }));
  const deleteResponses = await callAsEachAdmin('admin.contact.deleteMessage', () => ({ id }));
  expect(deleteResponses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(deleteResponses.filter(({ status }) => status === 404)).toHaveLength(19);
  const actions = (await loadAuditEntries()).map(({ action }) => action);
  expect(actions.filter((action) => action === 'contact.read')).toHaveLength(1);
  expect(actions.filter((action) => action === 'contact.delete')).toHaveLength(1);
  expect(actions.filter((action) => action === 'contact.update_info')).toHaveLength(20);
});
