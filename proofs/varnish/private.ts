import { attemptsOnOwnRecords, sharedAttemptsOnce } from '#proofs/who-may-do-what/attempts.ts';
import { expectedStatus, leaksIn, newCallerHeaders } from '#proofs/who-may-do-what/call-every-operation.ts';
import type { Principal } from '#proofs/who-may-do-what/principals.ts';
import { sendsOf } from '#proofs/who-may-do-what/send.ts';
import { PROCEDURES, TABLE } from '#proofs/who-may-do-what/table.ts';
import type { World } from '#proofs/who-may-do-what/world.ts';
import { fileOperations } from '#src/router.ts';
import type { TestApp } from '#tests/support/app.ts';

const isRead = (name: string) =>
  PROCEDURES.some((one) => one.name === name && one.type === 'query') ||
  fileOperations.some((one) => one.name === name && one.rest.startsWith('GET '));

const READS = Object.entries(TABLE).filter(([name]) => isRead(name));

/**
 * Each read is made by one caller, and at once by all others at the same address. Returns what was wrong with what they
 * got. `app` has the address of the cache.
 */
export async function readAfterOneAnother(
  app: TestApp,
  world: World,
  principals: readonly Principal[],
): Promise<{ calls: number; violations: string[] }> {
  const violations: string[] = [];
  let calls = 0;
  for (const [operation, allowed] of READS)
    for (const first of principals) {
      const [attempt = {}] = await attemptsOf(app, world, operation, first);
      if (expectedStatus(allowed, first, attempt) !== 200) continue;
      for (const send of sendsOf(app.url, operation).valid) {
        await send(attempt, { ...newCallerHeaders(), ...first.headers });
        const others = principals.filter((one) => one !== first);
        const replies = await Promise.all(
          others.map((one) => send(attempt, { ...newCallerHeaders(), ...one.headers })),
        );
        calls += 1 + replies.length;
        for (const [index, principal] of others.entries()) {
          const reply = replies[index];
          if (!reply) continue;
          const expected = expectedStatus(allowed, principal, attempt);
          if (reply.status !== expected)
            violations.push(
              `${operation} returned ${reply.status} instead of ${expected} to ${principal.name} after ${first.name}, over ${reply.transport}`,
            );
          violations.push(...leaksIn(world, principal, operation, reply));
        }
      }
    }
  return { calls, violations };
}

/** Conversations are only readable by their parties, so each caller needs one. */
async function attemptsOf(app: TestApp, world: World, operation: string, principal: Principal) {
  const shared = await sharedAttemptsOnce(app, world, operation);
  const own = shared.find(({ relatedMemberIds }) => relatedMemberIds?.includes(principal.member?.id ?? ''));
  if (own) return [own];
  // Links in mails are used up by some reads, but not by these.
  return shared.length > 0 ? shared : attemptsOnOwnRecords(app, world, operation, principal);
}
