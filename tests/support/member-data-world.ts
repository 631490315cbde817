import { afterAll, beforeEach } from 'bun:test';
import * as schema from '#db/schema/index.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { testApp } from './app.ts';
import { call } from './call.ts';
import { makeMember } from './content.ts';
import type { Member } from './inbox.ts';

export const transport = 'rest';

export const NOW = new Date('2027-01-15T08:00:00Z');
export const PASSWORD = 'Vasaloppet90';
export const MY_DATA = 'marketplace.privacy.myData';
export const DELETE = 'marketplace.privacy.deleteAccount';

/** Two instances of an app, and members who write to each other. */
export async function openMemberDataWorld() {
  let now = NOW;
  const hash = await hashPassword(PASSWORD);
  const app = await testApp({ now: () => now });
  const secondApp = await testApp({ now: () => now, on: app });
  afterAll(async () => {
    await secondApp.stop();
    await app.stop();
  });
  beforeEach(async () => {
    now = NOW;
    const { accounts, events, reports, auditLog, outbox, contactMessages, submissions, notices, rateLimits } =
      schema;
    const tables = [accounts, events, reports, auditLog, outbox, contactMessages, submissions, notices];
    for (const table of [...tables, rateLimits]) await app.db.delete(table);
  });

  const makePerson = (full_name: string) => makeMember(app.db, { full_name, password_hash: hash });
  const deleteAccount = (member: Member, password = PASSWORD) =>
    call(app, 'rest', DELETE, member, { password });

  return {
    app,
    deleteAccount,
    makePerson,
    now: () => now,
    secondApp,
  };
}
