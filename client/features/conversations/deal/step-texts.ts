import type { DealStepKey } from '../../../../src/features/conversations/contract';

export const STEP_LABELS: Record<DealStepKey, string> = {
  agreed: 'Överens om priset',
  transfer_requested: 'Namnbyte begärt',
  organizer_confirmed: 'Arrangören har bekräftat',
  paid: 'Betalt',
  done: 'Klart',
};
