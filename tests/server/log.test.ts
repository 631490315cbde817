import { expect, test } from 'bun:test';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describeError } from '#src/platform/log.ts';
import { testApp } from '#tests/support/app.ts';

test('the log of a failed statement contains no user input', async () => {
  const app = await testApp();
  const secret = 'anna.hemlig@example.se';
  await app.sql`alter table contact_messages add constraint refuse check (email <> ${app.sql.unsafe(`'${secret}'`)})`;
  const logCalls: unknown[] = [];
  app.context.log.error = (...logArguments: unknown[]) => void logCalls.push(logArguments);
  const body = { name: 'Anna', email: secret, subject: 'x', message: 'personnummer' };
  const { status } = await app.api('POST /contact/message', { body });
  await app.stop();

  expect(status).toBe(500);
  expect(logCalls).toHaveLength(1);
  const [fields] = logCalls[0] as [{ err: Error }];
  const logLine = JSON.stringify({ ...fields, err: describeError(fields.err) });
  expect(logLine).toContain('"code":"23514"');
  expect(logLine).toContain('    at ');
  expect(logLine).not.toContain(secret);
  expect(logLine).not.toContain('personnummer');
});

test('describeError keeps the message of a plain error and drops query parameters', () => {
  expect(describeError(new Error('outer', { cause: new Error('The folder is full.') }))).toMatchObject({
    message: 'The folder is full.',
  });
  const error = new DrizzleQueryError('insert', ['secret'], new Error('inner'));
  expect(JSON.stringify(describeError(error))).not.toContain('secret');
});
