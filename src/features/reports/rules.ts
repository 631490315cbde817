import { DAY_MS } from '#src/shared/dates.ts';

/** How long evidence is kept after what it is about was deleted. */
export const EVIDENCE_DAYS = 180;

export const keptUntil = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + EVIDENCE_DAYS * DAY_MS).toISOString();

/** Evidence of what was deleted before this instant is erased. */
export const evidenceStart = (now: Date): string =>
  new Date(now.getTime() - EVIDENCE_DAYS * DAY_MS).toISOString();
