import type { ConversationDetail, DealStepKey } from '../../../../src/features/conversations/contract';

export const STEP_LABELS: Record<DealStepKey, string> = {
  agreed: 'Överens om priset',
  transfer_requested: 'Namnbyte begärt',
  organizer_confirmed: 'Arrangören har bekräftat',
  paid: 'Betalt',
  done: 'Klart',
};

const INITIATOR_TEXTS = {
  seller: 'Säljaren begär namnbytet.',
  buyer: 'Köparen begär namnbytet.',
  organizer: 'Arrangören gör namnbytet.',
} as const;

type Rules = Pick<ConversationDetail['announcement'], 'transfer_initiator' | 'transfer_buyer_needs'>;

/** Who requests the transfer, and what the buyer must tell. Empty if the rules are not known. */
export function transferHint({ transfer_initiator, transfer_buyer_needs: needs }: Rules): string {
  const list = new Intl.ListFormat('sv').format(needs);
  return [transfer_initiator && INITIATOR_TEXTS[transfer_initiator], list && `Köparen lämnar ${list}.`]
    .filter(Boolean)
    .join(' ');
}
