// All news must be mailed once, at the promised times, and nothing after an address has unsubscribed.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Sql } from '#src/platform/database.ts';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { type Month, simulateMonth } from './watches/month.ts';

const ADDRESSES = sized(100, 1000);
const CHANGES = sized(100, 300);
const KILLS = sized(4, 20);
const TIMEOUT_MS = 3_600_000;

/** Each takes one safeguard away. */
const CONTROLS = {
  /** A mail that was refused once is given up. */
  missing: (sql: Sql) =>
    sql.unsafe(`
      create function give_up() returns trigger language plpgsql as $$ begin new.failed_at := now(); return new; end $$;
      create trigger give_up before update on outbox for each row when (new.attempts = old.attempts)
        execute function give_up()`),
  /** Each change is matched again, as after a crash, and no two rows of news have the same key. */
  twice: (sql: Sql) =>
    sql.unsafe(`
      create function never_same() returns trigger language plpgsql as
        $$ begin new.change := new.change || ':' || gen_random_uuid(); return new; end $$;
      create trigger never_same before insert on watch_news for each row execute function never_same();
      create function match_again() returns trigger language plpgsql as $$ begin
        if old.changed_at = '2000-01-01' then return old; end if;
        update watch_changes set changed_at = '2000-01-01' where (subject, subject_id) = (old.subject, old.subject_id);
        return null;
      end $$;
      create trigger match_again before delete on watch_changes for each row execute function match_again()`),
  /** Watches never end. */
  afterwards: (sql: Sql) =>
    sql.unsafe(`
      create function keep() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger keep before delete on watches for each row execute function keep()`),
  /** It is forgotten when an address was last mailed. */
  tooOften: (sql: Sql) =>
    sql.unsafe(`
      create function forget() returns trigger language plpgsql as $$ begin new.mailed_at := null; new.composed_at := null; return new; end $$;
      create trigger forget before update on watchers for each row execute function forget()`),
} satisfies Partial<Record<keyof Month, (sql: Sql) => Promise<unknown>>>;

let month: Month;
const controls = { missing: 0, twice: 0, afterwards: 0, tooOften: 0 };
beforeAll(async () => {
  month = await simulateMonth({ addresses: ADDRESSES, changes: CHANGES, kills: KILLS, seed: 21 });
  for (const [name, prepare] of Object.entries(CONTROLS) as [
    keyof typeof CONTROLS,
    typeof CONTROLS.twice,
  ][]) {
    const found = await simulateMonth({ addresses: 100, changes: 100, kills: 0, seed: 21, prepare });
    controls[name] = found[name].length;
  }
}, TIMEOUT_MS);

test('mails all news about what people watch, and nothing else', () => {
  expect(month.missing).toEqual([]);
  expect(month.unexpected).toEqual([]);
  expect(month.facts).toBeGreaterThan(ADDRESSES);
  expect(month.killed).toBe(KILLS);
});

test('mails nothing twice, although mails are sent again after kills and dropped connections', () => {
  expect(month.twice).toEqual([]);
});

test('mails nothing after the last watch was ended by one click', () => {
  expect(month.left).toBeGreaterThan(0);
  expect(month.afterwards).toEqual([]);
});

test('mails between 07 and 21, and an address at most once in 30 minutes', () => {
  expect(month.atNight).toEqual([]);
  expect(month.tooOften).toEqual([]);
});

test('controls: finds violations without the safeguards', () => {
  for (const [name, violations] of Object.entries(controls))
    expect([name, violations]).not.toEqual([name, 0]);
});

afterAll(() => {
  const { addresses, watches, changed, killed, mails, repeated, left, facts, seconds, behaviorCounts } =
    month;
  const faults = Object.entries(behaviorCounts)
    .filter(([behavior]) => behavior !== 'accept')
    .map(([behavior, count]) => `${behavior} ${count}`)
    .join(', ');
  const order = 15;
  reportFigures({
    order,
    promise:
      'All news about what people watch is mailed, whatever the mail server does and whatever is killed',
    sample:
      `${addresses} addresses with ${watches} watches, ${changed} changes of races, ads and watches in a simulated month of ${seconds} s, two instances of ` +
      `which one was killed ${killed} times, a mail server that failed (${faults}): an independent model expected ${facts} facts in ${mails - repeated} mails; ` +
      `${month.missing.length} missing, ${month.unexpected.length} unexpected`,
    violations: month.missing.length + month.unexpected.length,
    control: { without: 'retries of mails', violations: controls.missing },
    found: [
      'News that waited for a weekly digest repeated what a direct mail about the same race had told. A mail now takes all waiting news of its races along.',
      'The new date of a race that came back into a selection was told to nobody who had heard of the race before. It is now told.',
    ],
  });
  reportFigures({
    order,
    promise: 'No news is mailed twice',
    sample: `the same month: ${repeated} mails arrived again, all with the Message-ID that they had before; ${month.twice.length} facts twice`,
    violations: month.twice.length,
    control: {
      without: 'the unique key of news, each change matched again as after a crash',
      violations: controls.twice,
    },
  });
  reportFigures({
    order,
    promise: 'After a one-click unsubscribe, no more mail is sent',
    sample: `the same month: ${left} addresses left by POST without cookies; ${month.afterwards.length} mails after that`,
    violations: month.afterwards.length,
    control: { without: 'the deletion of watches', violations: controls.afterwards },
  });
  reportFigures({
    order,
    promise: 'News comes between 07 and 21, at most once in 30 minutes',
    sample: `the same month: ${month.atNight.length} mails at night, ${month.tooOften.length} within 30 minutes of another`,
    violations: month.atNight.length + month.tooOften.length,
    control: { without: 'the time of the latest mail', violations: controls.tooOften },
  });
});
