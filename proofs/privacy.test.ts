import { expect, test } from 'bun:test';
import { DELETED_MEMBER_NAME } from '#src/features/accounts/rules.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { backupsOf, type Document } from '#tests/support/backup.ts';
import { call } from '#tests/support/call.ts';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { newCaller } from '#tests/support/transports.ts';
import {
  countColumns,
  findTraces,
  isReported,
  KINDS,
  type Kind,
  makeWorld,
  marker,
  PASSWORD,
  type Person,
} from './support/privacy-world.ts';

/**
 * What the privacy page says is kept: form messages, report texts, the id in the audit log and, for two hours, in rate
 * limits. Queries that were watched are kept without the watcher, until the next sweep.
 */
const ALLOWED = [
  /^contact_messages (name|mail|contact)$/,
  /^event_submissions (name|mail|phone|proposal|comment)$/,
  /^notices (name|mail|notice)$/,
  /^outbox notice mail$/,
  /^outbox submission (mail|proposal|comment)$/,
  /^audit_log (id|proposal|contact)$/,
  /^rate_limits id$/,
  /^reports report$/,
  /^watched_searches watch$/,
];
/** Evidence of a report or notice has all that the reported member said, and of the reporter only the report. */
const ALLOWED_IN_EVIDENCE = (person: Person) =>
  isReported(person) ? /^evidence (name|mail|ad|message|report)$/ : /^evidence report$/;
/** If an admin deleted the member, the audit log also keeps the name. */
const ALLOWED_IN_LOG = /^audit_log name$/;

type DeletedMember = Person & { bySelf: boolean };

const forbiddenTraces = async (app: TestApp, person: DeletedMember): Promise<string[]> =>
  (await findTraces(app, person)).filter(
    (trace) =>
      ![...ALLOWED, ALLOWED_IN_EVIDENCE(person)].some((rule) => rule.test(trace)) &&
      (person.bySelf || !ALLOWED_IN_LOG.test(trace)),
  );

function findDataProblems(data: MyData, person: Person, people: readonly Person[]): string[] {
  const text = JSON.stringify(data).toLowerCase();
  const has = (one: Person, kind: Kind) => text.includes(marker(one, kind));
  const missingKinds = KINDS.filter((kind) => !has(person, kind)).map((kind) => `lacks ${kind}`);
  const { n } = person;
  // Of the two members they have conversations with, the data contains the name and the messages.
  const isConversationPartner = (one: Person) => [1, people.length - 1].includes(Math.abs(one.n - n));
  const foreign = people
    .filter((one) => one.n !== n)
    .flatMap((one) =>
      KINDS.filter(
        (kind) => has(one, kind) && !(isConversationPartner(one) && (kind === 'name' || kind === 'message')),
      ),
    );
  const secrets = /argon2|token|password|hash/.test(text) ? ['a secret'] : [];
  return [...missingKinds, ...foreign.map((kind) => `another's ${kind}`), ...secrets];
}

/**
 * If the other party deleted their own account, the conversation keeps only one's own messages, without a name. If an
 * admin deleted it, the conversation is gone. `nameless` counts the conversations without a name.
 */
async function checkConversations(
  app: TestApp,
  people: readonly Person[],
  leavers: readonly DeletedMember[],
) {
  const faults: string[] = [];
  let nameless = 0;
  const deletedBySelf = new Map(leavers.map(({ n, bySelf }) => [n, bySelf]));
  for (const [index, one] of people.entries()) {
    if (deletedBySelf.has(one.n)) continue;
    const { status, body } = await call<MyData>(app, 'rest', 'marketplace.privacy.myData', one);
    if (status !== 200) {
      faults.push(`my-data of a remaining member returned ${status}`);
      continue;
    }
    // The member they wrote to, and the member who wrote to them.
    const partnerNumbers = [1, people.length - 1].map(
      (step) => people[(index + step) % people.length]?.n ?? 0,
    );
    const expected = partnerNumbers.filter((n) => deletedBySelf.get(n) === true).length;
    const kept = body.conversations.filter(({ other_user }) => other_user.is_deleted);
    nameless += kept.length;
    if (kept.length !== expected) faults.push(`${kept.length} nameless conversations instead of ${expected}`);
    if (body.conversations.length !== partnerNumbers.filter((n) => deletedBySelf.get(n) !== false).length)
      faults.push('a wrong number of conversations');
    for (const { other_user, messages } of kept) {
      if (other_user.name !== DELETED_MEMBER_NAME) faults.push('a former member still has a name');
      const own = messages.filter(
        ({ is_own, message_text }) => is_own && message_text.includes(marker(one, 'message')),
      );
      if (own.length !== 1 || messages.length !== 1)
        faults.push(`${own.length} own messages of ${messages.length} in a nameless conversation`);
    }
  }
  return { nameless, faults };
}

async function withValidSession(app: TestApp, people: readonly Person[]): Promise<Person[]> {
  const open: Person[] = [];
  for (const one of people)
    if ((await call(app, 'rest', 'marketplace.accounts.profile', one)).status !== 401) open.push(one);
  return open;
}

async function runProgram(size: number, prepare: (app: TestApp) => Promise<unknown> = async () => {}) {
  const app = await testApp();
  const other = await testApp({ on: { target: app.target } });
  try {
    await prepare(app);
    const { admin, people } = await makeWorld(app, size);
    const violations: string[] = [];
    for (const person of people) {
      const { body } = await call<MyData>(app, 'rest', 'marketplace.privacy.myData', person);
      violations.push(...findDataProblems(body, person, people));
    }
    const backups = backupsOf(app, admin.headers);
    const olderBackup = JSON.parse(await backups.export()) as Document;
    // Earlier releases exported reports like this: the account was gone, but the reporter's name was kept.
    for (const report of olderBackup.collections.reports ?? [])
      if (report.reporter_id === people[0]?.id) report.reporter_id = null;

    const leavers = people.filter(({ n }) => n % 2 === 1).map((one) => ({ ...one, bySelf: isBySelf(one) }));
    const before = await withValidSession(other, leavers);
    expect(before.length).toBe(leavers.length);
    for (const { bySelf, ...one } of leavers) {
      const { status } = bySelf
        ? await call(app, 'rest', 'marketplace.privacy.deleteAccount', one, { password: PASSWORD })
        : await call(app, 'rest', 'admin.accounts.delete', admin, { id: one.id });
      expect(status).toBe(200);
    }
    let nameless = 0;
    let validSessionCount = 0;
    const check = async (when: string) => {
      for (const leaver of leavers)
        violations.push(...(await forbiddenTraces(app, leaver)).map((trace) => `${when}: ${trace}`));
      const validSessions = await withValidSession(other, leavers);
      validSessionCount += validSessions.length;
      violations.push(...validSessions.map(() => `${when}: a valid session on the other instance`));
      const conversations = await checkConversations(app, people, leavers);
      nameless = conversations.nameless;
      violations.push(...conversations.faults.map((fault) => `${when}: ${fault}`));
    };
    await check('after the deletion');
    const { body } = await backups.import(olderBackup);
    const failed = Object.values(body.collections).filter(({ status }) => status !== 'success');
    expect(failed).toEqual([]);
    // An import ends all sessions, so the remaining members log in again.
    for (const one of people.filter(({ n }) => n % 2 === 0)) {
      const credentials = { email: one.email, password: PASSWORD };
      const { body } = await call<{ access_token: string }>(
        app,
        'rest',
        'marketplace.accounts.login',
        { headers: newCaller() },
        credentials,
      );
      one.headers = { authorization: `Bearer ${body.access_token}` };
    }
    await check('after the older backup');
    return {
      violations,
      people: people.length,
      leavers,
      nameless,
      validSessionCount,
      ...(await countColumns(app)),
    };
  } finally {
    await other.stop();
    await app.stop();
  }
}

/** Whether they delete their own account. An admin deletes the accounts of the others. */
const isBySelf = ({ n }: Person) => n % 4 === 1;

test('a deleted account leaves only the traces that the privacy page names, and members download only their own data', async () => {
  const { violations, people, leavers, nameless, validSessionCount, tables, columns } = await runProgram(
    sized(5, 20),
  );
  const controls = {
    // Reports keep the reporter's name and address.
    reports: await runProgram(3, ({ sql }) => sql`drop trigger reports_forget_reporter on reports`),
    // Reporters stay in the evidence of their reports.
    evidence: await runProgram(5, ({ sql }) => sql`drop trigger accounts_keep_evidence on marketplace_users`),
    // Deletions are not recorded, so an import restores deleted members.
    deleted_accounts: await runProgram(
      5,
      ({ sql }) => sql`create rule forgetful as on insert to deleted_accounts do instead nothing`,
    ),
    // Updates of the audit log have no effect, so names stay in it.
    audit_log: await runProgram(
      5,
      ({ sql }) => sql`create rule kept as on update to audit_log do instead nothing`,
    ),
  };
  reportFigures({
    order: 11,
    promise:
      'Members can download all data about them and delete their account. Nothing stays that the privacy page does not name, and an older backup does not restore it',
    sample: `${people} members with unique texts in ${KINDS.length} kinds of fields, all downloaded; ${leavers.length} deleted, ${leavers.filter(({ bySelf }) => bySelf).length} of them by themselves; ${columns} columns of ${tables} tables and all files searched for each, before and after an older backup was restored; ${nameless} conversations remained for the other party, without a name; ${validSessionCount} sessions of deleted members were still valid on another instance, where all were before`,
    violations: violations.length,
    control: {
      without: `clearing the reporter of reports (${controls.reports.violations.length} violations), recording deletions (${controls.deleted_accounts.violations.length}), taking reporters out of evidence (${controls.evidence.violations.length}), or clearing the audit log (${controls.audit_log.violations.length}); the lowest of them`,
      violations: Math.min(...Object.values(controls).map((one) => one.violations.length)),
    },
    found: [
      'Reports kept the name and address of a deleted reporter, also in backups. A trigger now clears them, also on import of older backups.',
      "Deleting an account also deleted the other party's messages. If members delete their own account, the other party now keeps their own messages, in a conversation without a name.",
    ],
  });
  expect(violations).toEqual([]);
  expect(nameless).toBeGreaterThan(0);
  expect(controls.reports.violations).toContain('after the deletion: reports mail');
  expect(controls.evidence.violations).toContain('after the deletion: evidence message');
  expect(controls.deleted_accounts.violations).toContain('after the older backup: marketplace_users mail');
  expect(controls.audit_log.violations).toContain('after the deletion: audit_log name');
});
