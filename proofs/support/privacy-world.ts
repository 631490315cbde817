import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { adPath } from '#src/features/announcements/rules.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { allRowsByTable } from '#tests/support/admin-market.ts';
import type { TestApp } from '#tests/support/app.ts';
import { call } from '#tests/support/call.ts';
import {
  makeAdmin,
  makeAnnouncement,
  makeEvent,
  makeMember,
  makeSubmission,
} from '#tests/support/content.ts';
import type { Member } from '#tests/support/inbox.ts';
import { makeStatement, OBJECTION } from '#tests/support/moderation.ts';
import { newCaller } from '#tests/support/transports.ts';

export const PASSWORD = 'Vasaloppet90';
const passwordHash = hashPassword(PASSWORD);

/** Each field of a person contains a text that is unique to the person and the kind. */
export const KINDS = [
  'name',
  'mail',
  'phone',
  'ad',
  'message',
  'report',
  'contact',
  'proposal',
  'comment',
  'notice',
  'objection',
  'watch',
  'request',
] as const;
export type Kind = (typeof KINDS)[number];
export type Person = Member & { n: number };

/** Nobody reports the others or their ads. Some of both delete themselves, and some an admin deletes. */
export const isReported = ({ n }: { n: number }) => n % 8 < 4;

export const marker = ({ n }: { n: number }, kind: Kind) => `q${n}x${kind}x`;

async function makePerson(app: TestApp, n: number): Promise<Person> {
  const mark = (kind: Kind) => marker({ n }, kind);
  const member = await makeMember(app.context.database.db, {
    full_name: `${mark('name')} Ek`,
    username: `${mark('name')}.ek`,
    email: `${mark('mail')}@example.se`,
    phone_number: `070 ${mark('phone')}`,
    password_hash: await passwordHash,
  });
  return { ...member, n };
}

/**
 * Creates `size` people who use every feature that stores personal data. Most of it goes through the API, so that
 * copies of the data exist too.
 */
export async function makeWorld(app: TestApp, size: number) {
  const { db } = app.context.database;
  const admin = await makeAdmin(db);
  const event = await makeEvent(db, { event_name: 'Vasaloppet', event_date: '2099-03-05' });
  const people: Person[] = [];
  const bystander = await makeMember(db);
  const bystandersAd = await makeAnnouncement(db, { user_id: bystander.id, event_id: event.id });
  for (let n = 1; n <= size; n++) people.push(await makePerson(app, n));
  const callOk = async <Body>(caller: { headers?: Record<string, string> }, name: string, input?: object) => {
    const headers = { ...newCaller(), ...caller.headers };
    const { status, body } = await call<Body>(app, 'rest', name, { headers }, { ...input });
    if (status !== 200) throw new Error(`${name} returned ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const ads: PublicAnnouncement[] = [];
  for (const one of people) {
    const input = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 500 };
    const description = `Startled 3, ${marker(one, 'ad')}`;
    ads.push(await callOk(one, 'marketplace.announcements.create', { ...input, description }));
  }
  for (const [index, one] of people.entries()) {
    const next = people[(index + 1) % size] as Person;
    const ad = ads[(index + 1) % size] as PublicAnnouncement;
    const message = { message_text: `Hej, ${marker(one, 'message')}` };
    await callOk(one, 'marketplace.conversations.send', { announcement_id: ad.id, ...message });
    const key = { announcement_id: ad.id, other_user_id: one.id };
    await callOk(next, 'marketplace.conversations.reply', {
      ...key,
      message_text: `Ja, ${marker(next, 'message')}`,
    });
    await callOk(one, 'marketplace.reports.create', {
      ...(isReported(next)
        ? { reported_user_id: next.id, related_announcement_id: ad.id }
        : { reported_user_id: bystander.id }),
      reason: 'fraud',
      description: `Betalt, ingen plats, ${marker(one, 'report')}`,
    });
    const { email, full_name, phone_number, id } = one;
    const registration = { email, full_name, phone_number, password: PASSWORD, confirm_password: PASSWORD };
    await callOk({}, 'marketplace.accounts.register', registration);
    await callOk({}, 'marketplace.accounts.forgotPassword', { email });
    await callOk(one, 'marketplace.accounts.login', { email, password: PASSWORD });
    const contactText = `Fråga, ${marker(one, 'contact')}`;
    await callOk({}, 'public.contact.sendMessage', {
      name: full_name,
      email,
      subject: contactText,
      message: contactText,
    });
    await callOk({}, 'public.notices.create', {
      url: adPath((isReported(next) ? ad : bystandersAd).order_number),
      explanation: `Falsk, ${marker(one, 'notice')}`,
      name: full_name,
      email,
      good_faith: true,
    });
    await makeStatement(db, { ...OBJECTION, user_id: id, objection: `Fel, ${marker(one, 'objection')}` });
    const proposal = await makeSubmission(db, {
      event_name: `Lopp ${marker(one, 'proposal')}`,
      submitter_name: full_name,
      // Another spelling of the same address.
      submitter_email: email.replace('q', 'Q'),
      submitter_phone: phone_number,
    });
    const decision = { status: 'rejected', admin_comments: `Nej, ${marker(one, 'comment')}` };
    await callOk(admin, 'admin.submissions.review', { id: proposal.id, ...decision });
    await callOk(admin, 'admin.accounts.update', { id, email, full_name, phone_number });
    const watch = { kind: 'search', cadence: 'daily' };
    await callOk(one, 'public.watches.create', { ...watch, query: `q=${marker(one, 'watch')}` });
    await callOk({}, 'public.watches.create', { ...watch, query: `q=${marker(one, 'request')}`, email });
    await callOk(one, 'marketplace.accounts.profile');
  }
  for (const { id } of await callOk<{ id: string }[]>(admin, 'admin.contact.messages'))
    await callOk(admin, 'admin.contact.markRead', { id, is_read: true });
  const reports = await callOk<{ id: string }[]>(admin, 'admin.reports.list');
  for (const { id } of reports) await callOk(admin, 'admin.reports.setStatus', { id, status: 'handled' });
  return { admin, people, ads };
}

/** Searches every column and every file. Returns `table kind` for each trace. */
export async function findTraces(app: TestApp, person: Person): Promise<string[]> {
  const { database, config } = app.context;
  const rows = await allRowsByTable(database.db);
  const searchedTexts = Object.entries(rows).flatMap(([table, texts]) => {
    // Mails about proposals go to the proposer, with or without an account, so they are a group of their own.
    const groups = Map.groupBy(texts, (row) => /"kind": "(\w+)\./.exec(row)?.[1] ?? '');
    return [...groups].map(
      ([kind, groupRows]) => [kind ? `${table} ${kind}` : table, groupRows.join('\n')] as const,
    );
  });
  const files = readdirSync(config.dataDir, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  for (const file of files)
    searchedTexts.push([`file ${file.name}`, await Bun.file(join(file.parentPath, file.name)).text()]);
  return searchedTexts.flatMap(([place, text]) => {
    const lower = text.toLowerCase();
    const kinds = KINDS.filter((kind) => lower.includes(marker(person, kind)));
    return [...kinds, ...(lower.includes(person.id) ? ['id'] : [])].map((kind) => `${place} ${kind}`);
  });
}

export async function countColumns({ context }: TestApp) {
  const [row] = await context.database.sql<{ tables: number; columns: number }[]>`
    select count(distinct table_name)::int as tables, count(*)::int as columns
    from information_schema.columns where table_schema = 'public'`;
  return row as { tables: number; columns: number };
}
