import { screen, within } from '@testing-library/react';
import InboxPage from '#client/pages/inbox.tsx';
import type {
  ConversationDetail,
  ConversationMessage,
  ConversationSummary,
} from '#src/features/conversations/contract.ts';
import type { AdviceKey } from '#src/features/marketplace-settings/contract.ts';
import { show } from './client.tsx';
import { ANNA, conversationDetail, OPEN, PER } from './thread.tsx';

export const idEndingIn = (last: string) => `01990000-0000-7000-8000-00000000000${last}`;
export const AD = {
  id: idEndingIn('a'),
  event_name: 'Vasaloppet',
  announcement_type: 'sale',
  distance: '90 km',
  price: 2450,
  is_active: true,
  is_completed: false,
} as const;
export const SARA = { id: 'sara', name: 'Sara Åkesson', is_deleted: false };
export const THREAD_URL = `/marketplace/inbox?announcement=${AD.id}&user=${PER.id}&conversation=${idEndingIn('c')}`;

export const summaries: ConversationSummary[] = [
  {
    id: idEndingIn('c'),
    announcement_id: AD.id,
    other_user: PER,
    announcement: AD,
    unread_count: 0,
    last_message_date: '2027-01-14T20:14:00.000Z',
    last_message: { sender_id: ANNA.id, excerpt: 'Är platsen kvar?' },
  },
  {
    id: 'c2',
    announcement_id: 'a2',
    other_user: SARA,
    announcement: {
      ...AD,
      id: 'a2',
      event_name: 'Göteborgsvarvet',
      announcement_type: 'wanted',
      distance: '21,1 km',
      price: 1295,
      is_completed: true,
    },
    unread_count: 2,
    last_message_date: '2027-01-14T17:02:00.000Z',
    last_message: { sender_id: SARA.id, excerpt: 'Vill du ha den?' },
  },
];

export const message = (
  id: string,
  sender_id: string,
  message_text: string,
  created_at: string,
): ConversationMessage & { advice: AdviceKey[] } => ({ id, sender_id, message_text, created_at, advice: [] });

export const detail = (part: Partial<ConversationDetail> = {}): ConversationDetail =>
  conversationDetail({
    messages: [
      message('m1', 'anna', 'Är platsen kvar?', '2027-01-13T22:59:00.000Z'),
      message('m2', PER.id, 'Ja, det är den.', '2027-01-13T23:01:00.000Z'),
    ],
    ...part,
  });

export const LIST = 'marketplace.conversations.list';
export const REPLY = 'marketplace.conversations.reply';

export function openInbox(path: string, answers: Record<string, unknown> = {}) {
  return show(<InboxPage />, {
    path,
    answers: {
      [LIST]: summaries,
      [OPEN]: detail(),
      'marketplace.conversations.unread': { unread_count: 2 },
      ...answers,
    },
  });
}

// A failed assertion on an element would print thousands of lines.
export const hasFocus = (element: Element) => document.activeElement === element;

export const findRow = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Konversationer' })).findByRole('link', {
    name: new RegExp(name),
  });
