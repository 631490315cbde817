import { base32 } from 'oslo/encoding';
import { generateHOTP } from 'oslo/otp';

const STEP_MS = 30_000;

/** Clocks of phones differ, and typing takes time: one step before and after the current one. */
const TOLERANCE = [0, -1, 1];

/** 160 bits, as RFC 4226 recommends. */
export const newSecret = (): string => base32.encode(crypto.getRandomValues(new Uint8Array(20)));

export const decodeSecret = (secret: string): Uint8Array => base32.decode(secret);

/** The number of the time step, which the code is made from. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

export const codeAt = (secret: string, step: number): Promise<string> =>
  generateHOTP(decodeSecret(secret), step);

/**
 * Returns the step that the code belongs to. Undefined for a wrong code, and for one of a step that is not after
 * `lastStep`: no code works twice.
 */
export async function matchingStep(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): Promise<number | undefined> {
  for (const offset of TOLERANCE) {
    const step = stepAt(now) + offset;
    if (step > (lastStep ?? -1) && (await codeAt(secret, step)) === code) return step;
  }
  return undefined;
}
