import { afterAll, beforeEach } from 'bun:test';
import { accounts, auditLog, events, outbox, reports } from '#db/schema/index.ts';
import { makeAdmin } from './content.ts';
import { testApp } from './transports.ts';

export const UPDATE = 'admin.accounts.update';
export const DELETE = 'admin.accounts.delete';
export const UNKNOWN_ID = '01a00000-0000-7000-8000-000000000000';
export const NOT_FOUND = [404, 'account.not_found', 'Användaren finns inte.'];
export const UNAUTHORIZED = [401, 'request.unauthorized', 'Du måste vara inloggad'];

/** Two instances of an app with an admin. */
export async function openUsersWorld() {
  const app = await testApp({ now: () => new Date('2027-01-15T08:00:00Z') });
  const secondApp = await testApp({ on: app, now: () => new Date('2027-01-15T08:00:00Z') });
  const admin = await makeAdmin(app.db);
  afterAll(async () => {
    await secondApp.stop();
    await app.stop();
  });
  beforeEach(async () => {
    for (const table of [accounts, events, reports, auditLog, outbox]) await app.db.delete(table);
  });

  return {
    admin,
    app,
    secondApp,
  };
}
