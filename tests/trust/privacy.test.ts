import { expect, test } from 'bun:test';
import { NOBODY } from '../../src/features/accounts/rules';
import type { MyData } from '../../src/features/privacy/contract';
import { type TestApp, testApp } from '../support/app';
import { backupsOf, type Document } from '../support/backup';
import { call } from '../support/call';
import { newCaller } from '../support/doors';
import {
  countColumns,
  findTraces,
  KINDS,
  type Kind,
  makeWorld,
  marker,
  PASSWORD,
  type Person,
} from '../support/privacy-world';
import { sized, tellFigures } from '../support/proof';

/**
 * What the privacy page says stays of whoever has left: what they sent by the public forms, as long as anybody's; the
 * words of a report they made; their id in the log of admins and, for two hours, in the counts of attempts.
 */
const STAYS = [
  /^contact_messages (name|mail|contact)$/,
  /^event_submissions (name|mail|phone|proposal|comment)$/,
  /^outbox submission (mail|proposal|comment)$/,
  /^audit_log (id|proposal|contact)$/,
  /^rate_limits id$/,
  /^reports report$/,
];
/** Whoever an admin deletes has their name in that admin's log besides. */
const STAYS_IN_LOG = /^audit_log name$/;

type Leaver = Person & { bySelf: boolean };

const wrongly = async (app: TestApp, person: Leaver): Promise<string[]> =>
  (await findTraces(app, person)).filter(
    (trace) => !STAYS.some((rule) => rule.test(trace)) && (person.bySelf || !STAYS_IN_LOG.test(trace)),
  );

/** What is in one's own data and should not be, or is not and should. */
function faultsOf(data: MyData, person: Person, people: readonly Person[]): string[] {
  const text = JSON.stringify(data).toLowerCase();
  const has = (one: Person, kind: Kind) => text.includes(marker(one, kind));
  const lacking = KINDS.filter((kind) => !has(person, kind)).map((kind) => `lacks ${kind}`);
  const { n } = person;
  // Who wrote to them and whom they wrote to: the name, and what was said.
  const isNear = (one: Person) => [1, people.length - 1].includes(Math.abs(one.n - n));
  const foreign = people
    .filter((one) => one.n !== n)
    .flatMap((one) =>
      KINDS.filter((kind) => has(one, kind) && !(isNear(one) && (kind === 'name' || kind === 'message'))),
    );
  const secrets = /argon2|token|password|hash/.test(text) ? ['a secret'] : [];
  return [...lacking, ...foreign.map((kind) => `another's ${kind}`), ...secrets];
}

/**
 * What those who stay have of their talks with who left: with whoever did so by themselves what they wrote themselves, to
 * nobody; with whoever an admin deleted nothing. Answers how many of them are kept so, and what is otherwise.
 */
async function keptTalks(app: TestApp, people: readonly Person[], leavers: readonly Leaver[]) {
  const faults: string[] = [];
  let nameless = 0;
  const leftAs = new Map(leavers.map(({ n, bySelf }) => [n, bySelf]));
  for (const [index, one] of people.entries()) {
    if (leftAs.has(one.n)) continue;
    const { status, body } = await call<MyData>(app, 'rest', 'marketplace.privacy.myData', one);
    if (status !== 200) {
      faults.push(`who stayed is answered ${status}`);
      continue;
    }
    // The one they wrote to and the one who wrote to them.
    const near = [1, people.length - 1].map((step) => people[(index + step) % people.length]?.n ?? 0);
    const expected = near.filter((n) => leftAs.get(n) === true).length;
    const kept = body.conversations.filter(({ other_user }) => other_user.is_deleted);
    nameless += kept.length;
    if (kept.length !== expected) faults.push(`${kept.length} talks with nobody instead of ${expected}`);
    if (body.conversations.length !== near.filter((n) => leftAs.get(n) !== false).length)
      faults.push('a talk too many or too few');
    for (const { other_user, messages } of kept) {
      if (other_user.name !== NOBODY) faults.push('who left has a name');
      const own = messages.filter(
        ({ is_own, message_text }) => is_own && message_text.includes(marker(one, 'message')),
      );
      if (own.length !== 1 || messages.length !== 1)
        faults.push(`${own.length} own messages of ${messages.length} in a talk with nobody`);
    }
  }
  return { nameless, faults };
}

/** Those whose session still opens something at that instance. */
async function loggedIn(app: TestApp, people: readonly Person[]): Promise<Person[]> {
  const open: Person[] = [];
  for (const one of people)
    if ((await call(app, 'rest', 'marketplace.accounts.profile', one)).status !== 401) open.push(one);
  return open;
}

/**
 * Fills a world, downloads, makes an older backup, deletes every second person, looks for their words everywhere, restores
 * the backup and looks again. `prepare` may spoil the database before.
 */
async function runProgram(size: number, prepare: (app: TestApp) => Promise<unknown> = async () => {}) {
  const app = await testApp();
  const other = await testApp({ on: { target: app.target } });
  try {
    await prepare(app);
    const { admin, people } = await makeWorld(app, size);
    const broken: string[] = [];
    for (const person of people) {
      const { body } = await call<MyData>(app, 'rest', 'marketplace.privacy.myData', person);
      broken.push(...faultsOf(body, person, people));
    }
    const backups = backupsOf(app, admin.headers);
    const older = JSON.parse(await backups.export()) as Document;
    // As the product wrote it before names of reporters went with their accounts.
    for (const report of older.collections.reports ?? [])
      if (report.reporter_id === people[0]?.id) report.reporter_id = null;

    const leavers = people.filter(({ n }) => n % 2 === 1).map((one) => ({ ...one, bySelf: isBySelf(one) }));
    const before = await loggedIn(other, leavers);
    expect(before.length).toBe(leavers.length);
    for (const { bySelf, ...one } of leavers) {
      const { status } = bySelf
        ? await call(app, 'rest', 'marketplace.privacy.deleteAccount', one, { password: PASSWORD })
        : await call(app, 'rest', 'admin.accounts.delete', admin, { id: one.id });
      expect(status).toBe(200);
    }
    let nameless = 0;
    let open = 0;
    const look = async (when: string) => {
      for (const leaver of leavers)
        broken.push(...(await wrongly(app, leaver)).map((trace) => `${when}: ${trace}`));
      const still = await loggedIn(other, leavers);
      open += still.length;
      broken.push(...still.map(() => `${when}: a session at the other instance`));
      const talks = await keptTalks(app, people, leavers);
      nameless = talks.nameless;
      broken.push(...talks.faults.map((fault) => `${when}: ${fault}`));
    };
    await look('after the deletion');
    const { body } = await backups.import(older);
    const failed = Object.values(body.collections).filter(({ status }) => status !== 'success');
    expect(failed).toEqual([]);
    // An import ends all sessions: those who stay log in anew.
    for (const one of people.filter(({ n }) => n % 2 === 0)) {
      const words = { email: one.email, password: PASSWORD };
      const { body } = await call<{ access_token: string }>(
        app,
        'rest',
        'marketplace.accounts.login',
        { headers: newCaller() },
        words,
      );
      one.headers = { authorization: `Bearer ${body.access_token}` };
    }
    await look('after the older backup');
    return { broken, people: people.length, leavers, nameless, open, ...(await countColumns(app)) };
  } finally {
    await other.stop();
    await app.stop();
  }
}

/** Of two who leave one does by themselves, the other by an admin's hand; the first of all by themselves. */
const isBySelf = ({ n }: Person) => n % 4 === 1;

test('whoever deletes their account is nowhere any more, and what is held is told to nobody but them', async () => {
  const { broken, people, leavers, nameless, open, tables, columns } = await runProgram(sized(5, 20));
  const without = {
    // Reports keep whoever made them.
    reports: await runProgram(3, ({ sql }) => sql`drop trigger reports_forget_reporter on reports`),
    // An import does not hear of who has left.
    deleted_accounts: await runProgram(
      5,
      ({ sql }) => sql`create rule forgetful as on insert to deleted_accounts do instead nothing`,
    ),
    // The log of admins is not gone through: its rows are put back as they are.
    audit_log: await runProgram(
      5,
      ({ sql }) => sql`create rule kept as on update to audit_log do instead nothing`,
    ),
  };
  tellFigures({
    order: 11,
    promise:
      'Members can download all that is held about them and delete their account; nothing that the privacy page does not name stays, nor does an older backup bring it back',
    tried: `${people} members with words of their own in ${KINDS.length} kinds of fields, all downloaded; ${leavers.length} deleted, ${leavers.filter(({ bySelf }) => bySelf).length} of them by themselves; ${columns} columns of ${tables} tables and all files searched for each, before and after a backup from before was restored; ${nameless} conversations stayed with who had written in them, to nobody; ${open} sessions of who left opened anything at another instance, where all did before`,
    broken: broken.length,
    control: {
      without: `forgetting who reported (red ${without.reports.broken.length} times), noting who left (${without.deleted_accounts.broken.length}), or going through the log of admins (${without.audit_log.broken.length}); the least of them`,
      broken: Math.min(...Object.values(without).map((one) => one.broken.length)),
    },
    found: [
      'Reports kept the name and address of a member who was deleted, also in backups; they become nobody by a trigger, in older backups too.',
      "A deletion took the other party's own messages along; who leaves by themselves now leaves a nameless correspondent.",
    ],
  });
  expect(broken).toEqual([]);
  expect(nameless).toBeGreaterThan(0);
  expect(without.reports.broken).toContain('after the deletion: reports mail');
  expect(without.deleted_accounts.broken).toContain('after the older backup: marketplace_users mail');
  expect(without.audit_log.broken).toContain('after the deletion: audit_log name');
});
