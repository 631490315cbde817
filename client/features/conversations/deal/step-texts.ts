import type { DealStepKey } from '#src/features/conversations/contract.ts';

export const STEP_LABELS: Record<DealStepKey, string> = {
  agreed: 'Överens om priset',
  transfer_requested: 'Namnbyte begärt',
  organizer_confirmed: 'Arrangören har bekräftat',
  paid: 'Betalt',
  done: 'Slutförd',
};

/** After "Nästa steg:". */
export const NEXT_STEP_TEXTS: Record<DealStepKey, string> = {
  agreed: 'komma överens om priset',
  transfer_requested: 'begära namnbytet',
  organizer_confirmed: 'vänta på arrangörens bekräftelse',
  paid: 'betalning',
  done: 'slutföra affären',
};
