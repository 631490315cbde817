// The rate of messages over HTTP, compared with pgbench's insert and notify on the same tables in the same run.
import { join } from 'node:path';
import { readBenchArguments } from './support/arguments.ts';
import { temporaryDir } from './support/child.ts';
import { runBench } from './support/ending.ts';
import { atLeast, formatNumber, median, percent, runAlternating, spread } from './support/figures.ts';
import { AD_KIND, CONVERSATION_KIND, fillMarket, idOf, PERSON_KIND } from './support/market.ts';
import { type Postgres, startPostgres } from './support/postgres.ts';
import { type Product, startProduct } from './support/product.ts';
import { type Row, report } from './support/report.ts';
import { expectWrk, wrkCommand } from './support/wrk.ts';

const HELP = `bun run bench message [--rounds N] [--seconds N] [--write FILE]

Sends messages with POST /api/marketplace/messages from 8 and from 16 connections, each as another member, while an inbox is
open. Alternates with pgbench, which inserts the same message and notifies in one transaction, from as many clients.
`;

const CLIENTS = [8, 16];
/** Enough members for the limit of 30 messages a minute each. */
const MEMBERS = 2000;
const TARGET = 0.25;
const DATABASE = 'market';

/** The least that a message requires, for pgbench. */
const TRANSACTION = `
\\set n random(1, ${MEMBERS})
begin;
insert into messages (id, conversation_id, sender_id, message_text) values (uuidv7(),
  ('0000000${CONVERSATION_KIND}-0000-7000-8000-' || lpad(:n::text, 12, '0'))::uuid,
  ('0000000${PERSON_KIND}-0000-7000-8000-' || lpad(:n::text, 12, '0'))::uuid, 'Hej! Är startplatsen kvar?');
select pg_notify('conversations', '{"member_id":"${idOf(PERSON_KIND, 1)}","announcement_id":"${idOf(AD_KIND, 1)}","other_user_id":"' || :n || '"}');
commit;
`;

const parameters = readBenchArguments(HELP, { rounds: 5 });
expectWrk();
const pgbench = Bun.which('pgbench');
if (!pgbench) {
  console.error('This benchmark needs pgbench: sudo apt-get install -y postgresql-contrib');
  process.exit(1);
}

await runBench(async () => {
  const postgres = await startPostgres();
  const product = await startProduct(await postgres.create(DATABASE));
  const sql = postgres.open(DATABASE);
  const tokens = await fillMarket(sql, MEMBERS);
  const dir = temporaryDir();
  const [members, transaction] = [join(dir, 'members'), join(dir, 'transaction.sql')];
  await Bun.write(
    members,
    tokens.map((token, n) => `${token} ${idOf(AD_KIND, ((n + 1) % MEMBERS) + 1)}\n`).join(''),
  );
  await Bun.write(transaction, TRANSACTION);
  const received = await followInbox(product, tokens[0] ?? '');

  const reset = async () => {
    await sql`delete from messages where message_text <> 'Hej!'`;
    await sql`truncate rate_limits`;
    await sql`checkpoint`;
    product.clearLog();
  };
  const resetThen = (measure: () => Promise<number>) => async () => {
    await reset();
    return measure();
  };
  const ways = CLIENTS.flatMap((clients) => [
    [
      `pgbench, ${clients}`,
      resetThen(() => benchDatabase(postgres, transaction, clients, parameters.seconds)),
    ],
    [`HTTP, ${clients}`, resetThen(() => sendMessages(product, members, clients, parameters.seconds))],
  ]);
  const found = await runAlternating(
    parameters.rounds,
    Object.fromEntries(ways) as Record<string, () => Promise<number>>,
  );
  if (received() === 0) throw new Error('The open inbox received no events.');

  await report(
    {
      name: 'message',
      method: [
        `Sending one message, ${parameters.rounds} rounds of ${parameters.seconds} s. \`HTTP\` is \`POST /api/marketplace/messages\` by \`wrk -t1\`, ` +
          `each call as the next of ${MEMBERS} logged-in members, in an existing conversation, with session, rate limit, locks, ` +
          'notifications to both parties and an open inbox. `pgbench` inserts the same row and notifies once: `begin`, `insert`, ' +
          '`pg_notify`, `commit`, prepared, over the same socket of the same embedded PostgreSQL.',
      ],
      tables: [rowsOf(found)],
    },
    parameters.write,
  );
});

function rowsOf(found: Record<string, number[]>): Row[] {
  return Object.entries(found).map(([way, rates]) => {
    const pgbenchRate = median(found[way.replace('HTTP', 'pgbench')] ?? []);
    const ratio = median(rates) / pgbenchRate;
    return {
      'way, clients': way,
      'per second': formatNumber(median(rates)),
      spread: spread(rates),
      'of pgbench': percent(ratio),
      target: way.startsWith('HTTP') ? atLeast(TARGET, ratio, percent) : '',
    };
  });
}

async function benchDatabase(
  { socketDir }: Postgres,
  file: string,
  clients: number,
  seconds: number,
): Promise<number> {
  const size = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds)];
  const address = ['-h', socketDir, '-U', 'postgres', DATABASE];
  const child = Bun.spawn([pgbench ?? '', ...size, '-f', file, ...address], { stderr: 'pipe' });
  const text = await new Response(child.stdout).text();
  const rate = Number(/^tps = ([\d.]+)/m.exec(text)?.[1]);
  if (!rate || !/failed transactions: 0 /.test(text))
    throw new Error(`pgbench: ${text}${await new Response(child.stderr).text()}`);
  return rate;
}

async function sendMessages(
  product: Product,
  members: string,
  clients: number,
  seconds: number,
): Promise<number> {
  const target = { url: `${product.url}/api/marketplace/messages` };
  const child = Bun.spawn([...wrkCommand(target, 'message.lua', seconds, clients), '--', members]);
  const text = await new Response(child.stdout).text();
  const { requests, duration, failed, refused } = JSON.parse(text.trim().split('\n').at(-1) ?? '');
  if (!(requests > 0) || failed + refused > 0) throw new Error(`${text}\n${product.log().slice(-2000)}`);
  return (requests / duration) * 1e6;
}

async function followInbox(product: Product, token: string): Promise<() => number> {
  const { body } = await fetch(`${product.url}/trpc/marketplace.conversations.live`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  });
  let received = 0;
  void (async () => {
    for await (const piece of body ?? [])
      received += new TextDecoder().decode(piece).split('announcement_id').length - 1;
  })().catch(() => {});
  return () => received;
}
