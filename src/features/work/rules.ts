import { formatCount } from '#src/shared/text.ts';
import { WORK_COUNT_MAX, WORK_KINDS, type WorkCounts, type WorkKind } from './contract.ts';

export const WORK_LABELS: Record<WorkKind, string> = {
  submissions: 'Förfrågningar',
  proposals: 'Ändringsförslag från arrangörer',
  notices: 'Anmälda annonser',
  objections: 'Invändningar',
  reports: 'Rapporter',
  contact_messages: 'Olästa meddelanden',
  source_changes: 'Ändringar i källor',
  duplicates: 'Troliga dubbletter',
  dead_links: 'Döda länkar',
};

export const waitingKinds = (work: WorkCounts): WorkKind[] => WORK_KINDS.filter((kind) => work[kind] > 0);

/** `1 000+` if there may be more. */
export const formatWorkCount = (count: number): string =>
  count >= WORK_COUNT_MAX ? `${formatCount(WORK_COUNT_MAX)}+` : formatCount(count);
