import { hourInStockholm } from '#src/shared/dates.ts';
import type { Heard } from './hearing.ts';
import type { Expected } from './model-news.ts';

const PAUSE_MS = 30 * 60_000;

type Found = { expected: Expected[]; heard: Heard[]; unsubscribed: ReadonlyMap<string, number> };

/** Mails with the same Message-ID count once. */
export function verdictOf({ expected, heard, unsubscribed }: Found) {
  const missing: string[] = [];
  const twice: string[] = [];
  const unexpected: string[] = [];
  const tooOften: string[] = [];
  const afterwards: string[] = [];
  const mails = [...new Map(heard.map((mail) => [`${mail.email} ${mail.messageId}`, mail])).values()];
  const atNight = mails
    .filter(({ at }) => hourInStockholm(new Date(at)) < 7 || hourInStockholm(new Date(at)) >= 21)
    .map(({ email, at }) => `${email} at ${new Date(at).toISOString()}`);
  const mailsByEmail = Map.groupBy(mails, ({ email }) => email);
  const expectedByEmail = Map.groupBy(expected, ({ email }) => email);
  for (const email of new Set([...mailsByEmail.keys(), ...expectedByEmail.keys()])) {
    const received = mailsByEmail.get(email) ?? [];
    for (const [index, { at }] of received.entries()) {
      const before = received[index - 1];
      if (before && at - before.at < PAUSE_MS) tooOften.push(`${email} at ${new Date(at).toISOString()}`);
      if (at > (unsubscribed.get(email) ?? Number.POSITIVE_INFINITY)) afterwards.push(email);
    }
    const open = [...(expectedByEmail.get(email) ?? [])];
    const told = new Set<string>();
    for (const { at, facts } of received)
      for (const fact of facts) {
        const index = open.findIndex((one) => one.fact === fact && one.at === at);
        const late = index >= 0 ? index : open.findIndex((one) => one.fact === fact);
        const what = `${email} ${new Date(at).toISOString()}: ${fact}`;
        if (late >= 0) open.splice(late, 1);
        else (told.has(fact) ? twice : unexpected).push(what);
        told.add(fact);
      }
    for (const { fact, at, isOptional } of open)
      if (!isOptional) missing.push(`${email} ${new Date(at).toISOString()}: ${fact}`);
  }
  const facts = expected.length;
  const repeated = heard.length - mails.length;
  return { facts, repeated, missing, twice, unexpected, atNight, tooOften, afterwards };
}
