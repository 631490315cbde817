import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Notices } from '../../src/platform/notify';
import type { TestApp } from '../support/app';
import { startBucket } from '../support/bucket';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres';
import { sized, tellFigures } from '../support/proof';
import { smtpServer } from '../support/smtp';
import { tryEdits, tryEditsTwice } from './two-instances/edits';
import { tryLimits } from './two-instances/limits';
import { countMails, orderMails, senderOf, untilSent } from './two-instances/mails';
import { openPair, type Pair } from './two-instances/pair';
import { openProcesses, tryKill } from './two-instances/processes';
import { remembering, trySessions } from './two-instances/sessions';
import { tryUploads } from './two-instances/uploads';

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await ownPostgres();
});
afterAll(() => postgres.stop());

/** All of it on two processes as well, of which one is killed at last. They are gone before other instances come. */
async function runOnProcesses() {
  const post = smtpServer(() => 'accept');
  await post.open();
  try {
    const processes = await openProcesses(postgres, post);
    try {
      const edits = await tryEditsTwice(processes, sized(3, 20));
      const sessions = await trySessions(processes, sized(1, 10));
      return { edits, sessions, killed: await tryKill(processes, post, sized(100, 600)) };
    } finally {
      await processes.close();
    }
  } finally {
    await post.shut();
  }
}
let running: ReturnType<typeof runOnProcesses> | undefined;
/** Run once, by whichever test comes first. */
const onProcesses = () => {
  running ??= runOnProcesses();
  return running;
};

/** Does it, and closes the pair whatever comes of it. */
async function withPair<Found>(
  opening: ReturnType<typeof openPair>,
  work: (pair: Pair) => Promise<Found>,
): Promise<Found> {
  const pair = await opening;
  try {
    return await work(pair);
  } finally {
    await pair.close();
  }
}

/** Tables of the second instance's own, in front of those that the two share. */
const ownTables = (...tables: string[]) => ({
  settings: { search_path: 'own, public' },
  prepare: (app: Pick<TestApp, 'sql'>) =>
    app.sql.unsafe(
      `create schema own; ${tables.map((table) => `create table own.${table} (like public.${table} including all);`).join(' ')}`,
    ),
});

const DEAF: Notices = {
  follow: () => () => {},
  heard: async () => {},
  isListening: () => true,
  close: () => {},
};

test('an edit made on one instance is seen on the other within a second', async () => {
  const { edits: real } = await onProcesses();
  const kept = await withPair(openPair(postgres), (pair) => tryEditsTwice(pair, sized(12, 130)));
  const { settings, prepare } = ownTables(
    ...['events', 'banners', 'marketplace_settings', 'contact_info', 'contact_messages', 'event_submissions'],
  );
  const without = await withPair(openPair(postgres, {}, { settings, notices: DEAF }, prepare), (pair) =>
    tryEdits(pair, 2, 1000),
  );

  const faults = [...kept.faults, ...real.faults];
  const slowest = Math.round(Math.max(kept.slowest, real.slowest));
  const again = kept.times + real.times - 2;
  tellFigures({
    order: 4,
    promise: 'What is changed on one instance is seen on the other within a second',
    tried:
      `${kept.tried + real.tried} changes of ${kept.kinds.join(', ')}, ${real.tried} of them on two processes; ` +
      `the slowest was seen after ${slowest} ms${again > 0 ? '; measured once more, the machine was busy' : ''}`,
    broken: faults.length,
    control: {
      without: 'one set of tables for both, and hearing what the other tells',
      broken: without.faults.length,
    },
    found: [
      'Two servers that were started at the same moment out of one folder with a stale client both built it, and one could read files as the other replaced them: it did not start. The second now leaves alone what the first has just built.',
    ],
  });
  expect(faults).toEqual([]);
  expect(without.faultless).toEqual([]);
});

test('a session that is ended on one instance is dead on the other at the very next request', async () => {
  const { sessions: real } = await onProcesses();
  const kept = await withPair(openPair(postgres), (pair) => trySessions(pair, sized(3, 50)));
  const without = await withPair(openPair(postgres, {}, { identify: remembering() }), (pair) =>
    trySessions(pair, 1),
  );

  const faults = [...kept.faults, ...real.faults];
  tellFigures({
    order: 4,
    promise: 'A session that is ended on one instance is dead on the other at the very next request',
    tried:
      `${kept.tried + real.tried} sessions ended by logout, suspension, deletion, a new password and an admin's ` +
      `logout, ${real.tried} of them on two processes; ${kept.requests + real.requests} requests right after`,
    broken: faults.length,
    control: {
      without: 'looking a session up at every call (one instance remembers)',
      broken: without.faults.length,
    },
    found: [],
  });
  expect(faults).toEqual([]);
  expect(without.faults.length).toBeGreaterThan(0);
});

test('limits count on both instances together', async () => {
  const kept = await withPair(openPair(postgres), (pair) => tryLimits(pair, sized(1, 20)));
  const { settings, prepare } = ownTables('rate_limits');
  const without = await withPair(openPair(postgres, {}, { settings }, prepare), (pair) => tryLimits(pair, 1));

  tellFigures({
    order: 4,
    promise: 'Two instances together let through no more than the limits allow',
    tried: `${kept.tried} messages, letters, reports, log-ins and forgotten passwords, twice what five limits allow`,
    broken: kept.over,
    control: { without: 'one table of attempts for both', broken: without.over },
    found: [],
  });
  expect(kept.faults).toEqual([]);
  expect(kept.over).toBe(0);
  expect(without.over).toBeGreaterThan(0);
});

test('an upload made on one instance is served by the other', async () => {
  const bucket = await startBucket();
  try {
    const { environment } = bucket;
    const kept = await withPair(openPair(postgres, { environment }), (pair) =>
      tryUploads(pair, sized(6, 60)),
    );
    const without = await withPair(openPair(postgres), (pair) => tryUploads(pair, 4));

    tellFigures({
      order: 4,
      promise: 'An upload made on one instance is served by the other when they share a bucket',
      tried: `${kept.tried} pictures, fetched byte for byte at once`,
      broken: kept.faults.length,
      control: { without: 'the bucket (a folder each)', broken: without.faults.length },
      found: [],
    });
    expect(kept.faults).toEqual([]);
    expect(without.faults.length).toBeGreaterThan(0);
  } finally {
    await bucket.stop();
  }
});

/** Nobody keeps a mail that they have taken: it is due as it was. */
const WITHOUT_HOLD = `
  create function not_held() returns trigger language plpgsql as
    $$ begin new.due_at := least(new.due_at, old.due_at); return new; end $$;
  create trigger not_held before update on outbox for each row execute function not_held();`;

/** Mails of two instances of this process, ordered on both and sent by both. */
async function tryMails(count: number, limit: number, statement = 'select') {
  const box = smtpServer(() => 'accept');
  await box.open();
  const options = (place: number) => ({
    mail: true,
    environment: { SMTP_URL: box.url(), MAIL_FROM: senderOf(place) },
  });
  try {
    return await withPair(
      openPair(postgres, options(0), options(1), ({ sql }) => sql.unsafe(statement)),
      async (pair) => {
        await orderMails(pair, count);
        await untilSent(pair, limit);
        return await countMails(pair, box);
      },
    );
  } finally {
    await box.shut();
  }
}

test('no mail is sent twice and none is lost, whichever instance it was ordered on', async () => {
  const { killed } = await onProcesses();
  const kept = await tryMails(sized(150, 1000), 60_000);
  const without = await tryMails(40, 5000, WITHOUT_HOLD);

  const broken = kept.lost.length + kept.twice.length + killed.faults.length;
  tellFigures({
    order: 4,
    promise: 'Of two instances that share an outbox none sends a mail twice, and none is lost',
    tried:
      `${kept.decided} mails ordered on both (${kept.sentBy.join(' and ')} sent by each); ${killed.tried} on two ` +
      `processes, one of them killed with -9 in the middle: of the ${killed.inFlight} that it had on their way ` +
      `${killed.twice} came twice, which is allowed for these alone`,
    broken,
    control: { without: 'the hold on a mail that is being sent', broken: without.twice.length },
    found: [],
  });
  expect([kept.lost, kept.twice, killed.faults]).toEqual([[], [], []]);
  expect(broken).toBe(0);
  // Else it would say nothing of two.
  expect(Math.min(...kept.sentBy, ...killed.sentBy)).toBeGreaterThan(0);
  expect(without.twice.length).toBeGreaterThan(0);
});
