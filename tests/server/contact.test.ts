import { beforeEach, describe, expect, test } from 'bun:test';
import { contactInfo, contactMessages } from '#db/schema/index.ts';
import { detailOf } from '#src/shared/errors.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { callOver, newCaller, type Operation } from '#tests/support/transports.ts';

const transport = 'rest';

const INFO: Operation = { rest: 'GET /contact/info', type: 'query', trpc: 'public.contact.info' };
const SEND: Operation = {
  rest: 'POST /contact/message',
  type: 'mutation',
  trpc: 'public.contact.sendMessage',
};
const THANKS = { message: 'Tack för ditt meddelande! Vi återkommer så snart vi kan.' };
const MESSAGE = { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'När öppnar anmälan?' };

const app = await appOfFile();
beforeEach(async () => {
  await app.db.delete(contactMessages);
});

const loadMessages = () => app.db.select().from(contactMessages);

const send = (body: unknown, headers = newCaller()) => callOver(app, transport, SEND, { body, headers });

describe('contact', () => {
  test('returns null for each field of the info until it is set', async () => {
    await app.db.delete(contactInfo);
    const emptyInfo = await callOver(app, transport, INFO);
    expect(emptyInfo.status).toBe(200);
    expect(emptyInfo.body).toEqual({
      company_name: null,
      address: null,
      phone: null,
      email: null,
      business_hours: null,
      description: null,
    });
    await app.db.insert(contactInfo).values({ company_name: 'Kalendern', phone: '070-1' });
    expect((await callOver(app, transport, INFO)).body).toMatchObject({
      company_name: 'Kalendern',
      phone: '070-1',
      email: null,
    });
  });

  test('stores a message as it was sent, as unread, and returns thanks', async () => {
    const { status, body } = await send({ ...MESSAGE, subject: '  Fråga ', is_read: true, id: 'mine' });
    expect(status).toBe(200);
    expect(body).toEqual(THANKS);
    const [message, ...otherMessages] = await loadMessages();
    expect(otherMessages).toEqual([]);
    expect(message).toMatchObject({ ...MESSAGE, is_read: false });
    expect(message?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test('rejects messages while 1,000 are unread', async () => {
    const rows = Array.from({ length: 1000 }, () => ({
      ...MESSAGE,
      id: Bun.randomUUIDv7(),
      created_at: new Date().toISOString(),
    }));
    await app.db.insert(contactMessages).values(rows);
    const { status, body } = await send(MESSAGE);
    expect([status, body]).toEqual([503, { code: 'contact.full', detail: detailOf('contact.full') }]);
    await app.sql`update contact_messages set is_read = true`;
    expect((await send(MESSAGE)).status).toBe(200);
  });

  for (const field of ['name', 'email', 'subject', 'message'] as const) {
    test(`rejects a message without ${field} with "Vänligen fyll i alla fält"`, async () => {
      const errorBody = { detail: 'Vänligen fyll i alla fält', code: 'contact.required' };
      for (const value of [undefined, '', '   ', null, 7]) {
        const { status, body } = await send({ ...MESSAGE, [field]: value });
        expect(status).toBe(400);
        expect(body).toEqual(errorBody);
      }
      expect(await loadMessages()).toEqual([]);
    });
  }

  test('rejects an invalid e-mail, a text that is too long and a NUL character with their own codes', async () => {
    const getErrorCode = async (change: object) => {
      const { status, body } = await send({ ...MESSAGE, ...change });
      expect(status).toBe(400);
      return (body as { code: string }).code;
    };
    expect(await getErrorCode({ email: 'anna@' })).toBe('request.email');
    expect(await getErrorCode({ subject: 'x'.repeat(201) })).toBe('request.too_long');
    expect(await getErrorCode({ message: 'x'.repeat(5001) })).toBe('request.too_long');
    expect(await getErrorCode({ message: 'a\0b' })).toBe('request.malformed');
    expect(await loadMessages()).toEqual([]);
  });

  test('returns success if the honeypot field is filled in, and stores nothing', async () => {
    const { status, body } = await send({ ...MESSAGE, website: 'https://spam.example' });
    expect([status, body]).toEqual([200, THANKS]);
    expect(await loadMessages()).toEqual([]);
  });
});

test('REST returns 400 for malformed JSON, 415 for another content type, 413 for a large body and 404 for an unknown method', async () => {
  const post = async (body: string, type = 'application/json') => {
    const response = await fetch(`${app.url}/api/contact/message`, {
      method: 'POST',
      headers: { 'content-type': type, ...newCaller() },
      body,
    });
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  expect(await post('{"name":')).toEqual([400, 'request.malformed']);
  expect(await post('[1]')).toEqual([400, 'request.malformed']);
  expect(await post('name=Anna', 'application/x-www-form-urlencoded')).toEqual([415, 'request.unsupported']);
  expect(await post(JSON.stringify({ ...MESSAGE, message: 'x'.repeat(1_100_000) }))).toEqual([
    413,
    'request.too_large',
  ]);
  expect((await app.api('DELETE /contact/message')).status).toBe(404);
  expect((await sendOverRest(MESSAGE)).status).toBe(200);
});

const sendOverRest = (body: unknown) => callOver(app, 'rest', SEND, { body, headers: newCaller() });
