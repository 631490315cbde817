import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addBannersIfNone } from '#src/features/banners/service.ts';
import { setContactInfoIfNone } from '#src/features/contact/service.ts';
import { lockSeries } from '#src/features/events/series/service.ts';
import { addEvents, hasEvents, lockEventsTable } from '#src/features/events/service.ts';
import { leaveLinksUnchecked } from '#src/features/links/service.ts';
import type { Config } from '#src/platform/config.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { DEMO_MAIL_DOMAIN } from '#src/platform/mail.ts';
import { writePasswordFile } from '#src/platform/passwords/password-file.ts';
import { generatePassword, hashPassword } from '#src/platform/passwords/passwords.ts';
import { DEMO_BANNERS, DEMO_CONTACT } from './data/content.ts';
import { demoEvents } from './data/events.ts';
import { MAIN_DEMO_USERNAME } from './data/people.ts';
import { demoPeople } from './data/people-rows.ts';
import { findEvents, hasAccounts, hasAccountsOfDomain, insertDemoRows } from './store.ts';

export type DemoMembers = {
  /** A user name to log in with. */
  username: string;
  /** The path of the file that contains the password of all demonstration members. */
  file: string;
  /** Only set in the process that generated it. */
  password?: string;
};

/** `events` is the number of events added: 0 if the calendar already had events, and then nothing changes. */
type LoadedDemo = { events: number; members?: DemoMembers };

export async function loadDemo(ctx: Pick<Context, 'config' | 'database' | 'now'>): Promise<LoadedDemo> {
  const { db } = ctx.database;
  // Checked before locking, so that a start with a filled calendar never waits.
  if (await hasEvents(db)) return { events: 0 };
  const password = generatePassword();
  const password_hash = await hashPassword(password);
  return db.transaction(async (tx) => {
    // Before the events, as everywhere.
    await lockSeries(tx);
    // If instances start concurrently, one fills the calendar and the others find it filled.
    await lockEventsTable(tx);
    if (await hasEvents(tx)) return { events: 0 };
    const events = await addDemoCalendar(tx, ctx.now());
    // Never among the members of a market that is in use.
    if (await hasAccounts(tx)) return { events };
    await insertDemoRows(tx, demoPeople(ctx.now(), password_hash, await findEvents(tx)));
    // Before the commit: a crash in between leaves a file without members, but never members without a password.
    const file = passwordFile(ctx.config);
    await writePasswordFile(file, password);
    return { events, members: { username: MAIN_DEMO_USERNAME, file, password } };
  });
}

/** Events, banners and contact info, without people. Returns the number of events. */
export async function addDemoCalendar(db: Db, now: Date): Promise<number> {
  const events = demoEvents(now);
  await addEvents(db, events);
  await leaveLinksUnchecked(db);
  await addBannersIfNone(db, DEMO_BANNERS);
  await setContactInfoIfNone(db, DEMO_CONTACT);
  return events.length;
}

/** Returns the demonstration members while they and the file exist. Deletes the file once they are gone. */
export async function findDemoMembers({ config, database, log }: Context): Promise<DemoMembers | undefined> {
  const file = passwordFile(config);
  if (!existsSync(file)) return undefined;
  if (await hasAccountsOfDomain(database.db, DEMO_MAIL_DOMAIN)) return { username: MAIN_DEMO_USERNAME, file };
  await rm(file, { force: true }).catch((err) =>
    log.warn(
      { err, file },
      'The file with the password of deleted demonstration members could not be deleted.',
    ),
  );
  return undefined;
}

const passwordFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'demo-members-password.txt');
