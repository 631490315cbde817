// The number and the cost of the statements of each member operation and of the long lists of admins, with 100,000
// events, ads and messages.

import { findAdminAccounts } from '#src/features/accounts/admin/store.ts';
import { readAccount, register } from '#src/features/accounts/service.ts';
import { login, memberOf } from '#src/features/accounts/sessions/service.ts';
import { findAdminAnnouncements } from '#src/features/announcements/admin/store.ts';
import {
  completeAnnouncement,
  createAnnouncement,
  listAnnouncements,
  updateAnnouncement,
} from '#src/features/announcements/service.ts';
import { countUnreadOf, findConversationsOf } from '#src/features/conversations/inbox/store.ts';
import { openConversation, reply, sendMessage } from '#src/features/conversations/service.ts';
import { readConfig } from '#src/platform/config.ts';
import type { MemberContext } from '#src/platform/context.ts';
import { migrateDatabase, openDatabase } from '#src/platform/database.ts';
import { takeAttempt } from '#src/platform/limits/rate-limit.ts';
import { createLog } from '#src/platform/log.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { runBench } from './support/ending.ts';
import { AD_KIND, EVENT_KIND, fillMarket, idOf, PERSON_KIND } from './support/market.ts';
import { startPostgres } from './support/postgres.ts';
import { report } from './support/report.ts';

const HELP = `bun run bench plans [COUNT] [--plans]

Fills a database with COUNT (100000) events, members, ads, conversations and messages, calls each operation twice and explains
the statements of the second call (EXPLAIN ANALYZE, rolled back). --plans prints the plans too.`;

const parameters = process.argv.slice(2);
if (parameters.includes('--help') || parameters.includes('-h')) {
  console.log(HELP);
  process.exit(0);
}
const count = Number(parameters.find((word) => /^\d+$/.test(word)) ?? 100_000);

type Statement = { text: string; params: never[] };

await runBench(async () => {
  const postgres = await startPostgres();
  const target = { socketDir: postgres.socketDir };
  await migrateDatabase(target);
  const database = openDatabase(target);
  const sql = postgres.open('postgres');
  const [token = ''] = (await fillMarket(sql, count)).slice(499);
  const [myId, otherId, threadAdId] = [idOf(PERSON_KIND, 500), idOf(PERSON_KIND, 501), idOf(AD_KIND, 501)];
  await sql`update marketplace_users set password_hash = ${await hashPassword('Ett-langt-losen0rd')} where id = ${myId}`;

  const sentStatements: Statement[] = [];
  const { client } = (database.db as unknown as { session: { client: { options: { debug?: unknown } } } })
    .session;
  client.options.debug = (_: number, text: string, params: never[]) =>
    sentStatements.push({ text, params: [...params] });

  const now = () => new Date();
  const config = readConfig({});
  const member = { id: myId, email: '', full_name: 'Medlem 500' };
  const context = {
    config,
    database,
    log: createLog('error'),
    now,
    member,
    ipAddress: '203.0.113.1',
    userAgent: '',
  } as unknown as MemberContext;
  let turn = 0;
  const ad = () => ({
    id: idOf(AD_KIND, 500),
    price: 400 + turn,
    name_change_fee: 0,
    description: null,
    version: null,
  });
  const operations: Record<string, () => Promise<unknown>> = {
    'session lookup (every call of a member)': () => memberOf(context, token),
    'rate limit (every limited call)': () =>
      takeAttempt(database.db, { name: 'bench', limit: 30, seconds: 60 }, myId),
    'message sent': () => sendMessage(context, { announcement_id: threadAdId, message_text: 'Hej' }),
    'first message': () =>
      sendMessage(context, { announcement_id: idOf(AD_KIND, 700 + turn), message_text: 'Hej' }),
    reply: () => reply(context, { announcement_id: threadAdId, other_user_id: otherId, message_text: 'Hej' }),
    'inbox list': () =>
      findConversationsOf(context.database.db, context.member.id, dayInStockholm(context.now())),
    'unread count': () => countUnreadOf(context.database.db, context.member.id),
    'thread open': () => openConversation(context, { announcement_id: threadAdId, other_user_id: otherId }),
    me: () => readAccount(context),
    login: () => login(context, { email: 'medlem500@example.se', password: 'Ett-langt-losen0rd' }),
    register: () =>
      register(context, {
        email: `ny${turn}@example.se`,
        full_name: 'Ny Medlem',
        phone_number: null,
        password: 'Ett-langt-losen0rd',
        website: '',
      } as never),
    'ad created': () =>
      createAnnouncement(context, {
        announcement_type: 'sale',
        event_id: idOf(EVENT_KIND, 9),
        distance: '10 km',
        price: 500,
        has_name_change_fee: false,
        name_change_fee: null,
        description: null,
      } as never),
    'ad edited': () => updateAnnouncement(context, ad()),
    'ad completed': () =>
      completeAnnouncement(
        { ...context, member: { ...member, id: idOf(PERSON_KIND, 800 + turn) } },
        { id: idOf(AD_KIND, 800 + turn), final_price: null },
      ),
    'public ads': () => listAnnouncements(context),
    'members for admins': () => findAdminAccounts(context.database.db),
    'ads for admins': () => findAdminAnnouncements(context.database.db, dayInStockholm(context.now())),
  };
  const rows = [];
  for (const [name, operation] of Object.entries(operations)) {
    turn++;
    await operation();
    sentStatements.length = 0;
    turn++;
    await operation();
    const statements = [...sentStatements];
    const costs = await explain(statements.filter(({ text }) => !/^(begin|commit)/.test(text)));
    rows.push({ operation: name, statements: String(statements.length), ...costs });
  }
  await database.close();
  await report(
    {
      name: 'plans',
      method: [
        `The statements of each operation, including \`begin\` and \`commit\`, with ${count} events, members, ads, conversations and messages.`,
      ],
      tables: [rows],
    },
    undefined,
  );

  async function explain(statements: Statement[]) {
    let [milliseconds, buffers] = [0, 0];
    const scans: string[] = [];
    for (const { text, params } of statements) {
      const plan = await planOf(text, params);
      if (parameters.includes('--plans')) console.log(`${text}\n${plan}\n`);
      milliseconds += Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1] ?? 0);
      buffers += Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1] ?? 0);
      scans.push(...(plan.match(/Seq Scan on \w+/g) ?? []));
    }
    return {
      'ms in the database': milliseconds.toFixed(2),
      'buffers read': String(buffers),
      'sequential scans': scans.join(', '),
    };
  }

  /** Rolls back, because the statement has already run. Returns the error of a statement that cannot run twice. */
  async function planOf(text: string, params: never[]): Promise<string> {
    let plan = '';
    await sql
      .begin(async (tx) => {
        const lines = await tx.unsafe(`explain (analyze, buffers, timing off) ${text}`, params);
        plan = lines.map((line) => String(line['QUERY PLAN'])).join('\n');
        throw new Error('rolled back');
      })
      .catch((error) => {
        plan ||= String(error);
      });
    return plan;
  }
});
