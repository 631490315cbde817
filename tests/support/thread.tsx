import InboxPage from '#client/pages/inbox.tsx';
import type { ConversationDetail } from '#src/features/conversations/contract.ts';
import { dealOf } from '#src/features/conversations/deal/rules.ts';
import { show } from './client.tsx';
import { PLANNED } from './events.ts';

export const OPEN = 'marketplace.conversations.open';

/** The reader of the thread. */
export const ANNA = { id: 'anna', full_name: 'Anna Lindqvist' };
export const PER = { id: '01990000-0000-7000-8000-000000000001', name: 'Per Holmström', is_deleted: false };

const AD_ID = '01990000-0000-7000-8000-00000000000a';
const CONVERSATION_ID = '01990000-0000-7000-8000-00000000000c';

/** About an ad of Per that Anna has written about. */
export const conversationDetail = (part: Partial<ConversationDetail> = {}): ConversationDetail => ({
  id: CONVERSATION_ID,
  announcement: {
    id: AD_ID,
    event_name: 'Vasaloppet',
    announcement_type: 'sale',
    distance: '90 km',
    price: 2450,
    is_active: true,
    is_completed: false,
    is_expired: false,
    event_date: '2027-03-07',
    event_state: PLANNED,
    event_url: '/lopp/vasaloppet/2027',
    has_name_change_fee: true,
    name_change_fee: 350,
    order_number: 'SP-0004',
    user_id: PER.id,
    transfer: null,
    transfer_initiator: null,
    transfer_buyer_needs: [],
    reserved: false,
    reserved_until: null,
    reserved_for: null,
  },
  other_user: { ...PER, phone: '070-123 45 67', facts: null },
  messages: [
    {
      id: 'm1',
      sender_id: ANNA.id,
      message_text: 'Är platsen kvar?',
      created_at: '2027-01-13T22:59:00.000Z',
      advice: [],
    },
  ],
  deal: dealOf([], { isCompleted: false }),
  advice: [],
  is_blocked: false,
  kept_until: null,
  final_price: null,
  ...part,
});

export function openThread(answers: Record<string, unknown> = {}) {
  const page = show(<InboxPage />, {
    path: `/marketplace/inbox?announcement=${AD_ID}&user=${PER.id}&conversation=${CONVERSATION_ID}`,
    answers: {
      'marketplace.conversations.list': [],
      'marketplace.conversations.unread': { unread_count: 0 },
      [OPEN]: conversationDetail(),
      ...answers,
    },
  });
  const callsOf = (name: string) => page.calls.filter(({ procedure }) => procedure === name);
  return { ...page, callsOf };
}
