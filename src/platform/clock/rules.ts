/** A jump by more, ahead or back, is doubted: no calendar is off for so long without anybody noticing. */
export const JUMP_MS = 86_400_000;
/** How far the clocks of two machines may be apart. */
export const SKEW_MS = 60_000;
/** A clock that has gone on so long after a jump is right: someone would have noticed. */
export const PROBATION_MS = 6 * 3_600_000;

/**
 * `ahead`: far after the latest time that was seen. `behind`: far before it. `differs`: process and database have
 * different times.
 */
export type Doubt = 'ahead' | 'behind' | 'differs';

/** Milliseconds since the epoch. `acceptedDifference` is how much an operator accepted the process to be ahead. */
type Readings = {
  now: number;
  databaseNow: number;
  latestSeen: number | undefined;
  acceptedDifference: number;
};

export function doubtAbout({
  now,
  databaseNow,
  latestSeen,
  acceptedDifference,
}: Readings): Doubt | undefined {
  const difference = now - databaseNow;
  if (Math.abs(difference) > SKEW_MS && Math.abs(difference - acceptedDifference) > SKEW_MS) return 'differs';
  if (latestSeen === undefined || Math.abs(now - latestSeen) <= JUMP_MS) return undefined;
  return now > latestSeen ? 'ahead' : 'behind';
}

/**
 * Whether something that happened at `moment`, such as a login, is younger than `limitMs`. A moment that lies ahead was
 * stored by a wrong clock: then it is not, unless it is only the difference of two machines.
 */
export function isYoungerThan(moment: string, limitMs: number, now: Date): boolean {
  const age = now.getTime() - Date.parse(moment);
  return age >= -SKEW_MS && age < limitMs;
}
