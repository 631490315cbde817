import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { announcements, events } from '#db/schema/index.ts';
import { TRANSFER_POLICIES } from '#src/features/events/fields/choices.ts';
import type { TransferPeriod } from '#src/features/events/fields/schemas.ts';
import { lastDayOfAd } from '#src/features/events/service.ts';
import { type TransferRules, transferOf } from '#src/features/events/transfer/rules.ts';
import { addDaysTo } from '#src/shared/dates.ts';
import { makeAccount, makeAnnouncement, makeEvent } from '#tests/support/content.ts';
import { testMarket } from '#tests/support/market.ts';

const { app } = await testMarket();

const DAYS = Array.from({ length: 40 }, (_, index) => addDaysTo('2027-01-01', index));
const DISTANCES = ['10 km', '21,1 km', '42,2 km'];
/** The 60th day of an ad of `makeAnnouncement`, which ends it if the transfer does not. */
const LAST_DAY_BY_AGE = '2099-03-01';

const ANY_TIME: TransferPeriod = { from: null, to: null, distances: [], fee: null, payer: null, where: null };
// No period ends on the last day, so that each end is followed by a day of `DAYS`.
const day = fc.constantFrom(...DAYS.slice(0, -1));
const period = fc
  .record({
    from: fc.option(day, { freq: 3 }),
    to: fc.option(day, { freq: 9 }),
    distances: fc.subarray(DISTANCES, { maxLength: 2 }),
  })
  .filter(({ from, to }) => !from || !to || from <= to)
  .map((part): TransferPeriod => ({ ...ANY_TIME, ...part }));
const ruleSet = fc.record({
  transfer_policy: fc.constantFrom('allowed', 'allowed', 'allowed', ...TRANSFER_POLICIES),
  transfer_periods: fc.array(period, { maxLength: 4 }),
  transfer_rules_url: fc.constant(null),
  transfer_checked_on: fc.constant(null),
});

/** The day before the first one on which the transfer is closed, if there is one. */
function lastDayByRules(rules: TransferRules, distance: string): string | undefined {
  const closedOn = DAYS.find((today) => transferOf(rules, distance, today).state === 'closed');
  return closedOn && addDaysTo(closedOn, -1);
}

async function lastDayInDatabase(rules: TransferRules, distance: string) {
  const { id: user_id } = await makeAccount(app.db);
  const { id: event_id } = await makeEvent(app.db, { distances: DISTANCES, ...rules });
  const { id } = await makeAnnouncement(app.db, { user_id, event_id, distance });
  const [row] = await app.db
    .select({ lastDay: lastDayOfAd })
    .from(announcements)
    .leftJoin(events, eq(events.id, announcements.event_id))
    .where(eq(announcements.id, id));
  return row?.lastDay;
}

test('the last day of an ad is the day before its transfer closes, if it closes', async () => {
  let closingCount = 0;
  for (const rules of fc.sample(ruleSet, { seed: 20_270_301, numRuns: 200 })) {
    for (const distance of DISTANCES) {
      const lastDay = lastDayByRules(rules, distance);
      if (lastDay) closingCount++;
      expect([rules, distance, await lastDayInDatabase(rules, distance)]).toEqual([
        rules,
        distance,
        lastDay ?? LAST_DAY_BY_AGE,
      ]);
    }
  }
  // Rules that never close prove little.
  expect(closingCount).toBeGreaterThan(100);
});

test.each([
  ['without its space', '10km'],
  ['in capitals', '10 KM'],
])('a period counts for a distance that the ad spells %s', async (_, distance) => {
  const rules: TransferRules = {
    transfer_policy: 'allowed',
    transfer_periods: [{ ...ANY_TIME, to: '2027-01-20', distances: ['10 km'] }],
    transfer_rules_url: null,
    transfer_checked_on: null,
  };
  expect(lastDayByRules(rules, distance)).toBe('2027-01-20');
  expect(await lastDayInDatabase(rules, distance)).toBe('2027-01-20');
});
