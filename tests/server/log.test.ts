import { expect, test } from 'bun:test';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describeError } from '../../src/platform/log';
import { testApp } from '../support/app';

test('the log of a failed statement contains no user input', async () => {
  const app = await testApp();
  const secret = 'anna.hemlig@example.se';
  await app.sql`alter table contact_messages add constraint refuse check (email <> ${app.sql.unsafe(`'${secret}'`)})`;
  const logged: unknown[] = [];
  app.context.log.error = (...words: unknown[]) => void logged.push(words);
  const body = { name: 'Anna', email: secret, subject: 'x', message: 'personnummer' };
  const { status } = await app.api('POST /contact/message', { body });
  await app.stop();

  expect(status).toBe(500);
  expect(logged).toHaveLength(1);
  const [fields] = logged[0] as [{ err: Error }];
  const written = JSON.stringify({ ...fields, err: describeError(fields.err) });
  expect(written).toContain('"code":"23514"');
  expect(written).toContain('    at ');
  expect(written).not.toContain(secret);
  expect(written).not.toContain('personnummer');
});

test('describeError keeps the message of a plain error, but no query parameters', () => {
  expect(describeError(new Error('outer', { cause: new Error('The folder is full.') }))).toMatchObject({
    message: 'The folder is full.',
  });
  const failed = new DrizzleQueryError('insert', ['secret'], new Error('inner'));
  expect(JSON.stringify(describeError(failed))).not.toContain('secret');
});
