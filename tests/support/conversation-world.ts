import { messages } from '#db/schema/index.ts';
import type { ConversationDetail, ConversationMessage } from '#src/features/conversations/contract.ts';
import { makeAnnouncement, makeEvent, makeMember } from './content.ts';
import { testMarket } from './market.ts';

export const transport = 'rest';

export const SEND = 'marketplace.conversations.send';
export const REPLY = 'marketplace.conversations.reply';
export const LIST = 'marketplace.conversations.list';
export const OPEN = 'marketplace.conversations.open';
export const UNREAD = 'marketplace.conversations.unread';

export const NOT_FOUND = [404, 'conversation.not_found', 'Konversationen finns inte.'];
export type Member = Awaited<ReturnType<typeof makeMember>>;

/** The market, with three members and an ad. */
export async function openConversationWorld() {
  const { app, setClock, callOver } = await testMarket();
  const setUp = async () => {
    const [anna, bo, cia] = await Promise.all([
      makeMember(app.db, { full_name: 'Anna Ek', phone_number: '070-111 11 11' }),
      makeMember(app.db, { full_name: 'Bo Ask', phone_number: '070-222 22 22' }),
      makeMember(app.db, { full_name: 'Cia Lind', phone_number: null }),
    ]);
    const event = await makeEvent(app.db, { event_name: 'Lidingöloppet', event_date: '2027-09-25' });
    const ad = await makeAnnouncement(app.db, {
      user_id: anna.id,
      event_id: event.id,
      price: 650,
      name_change_fee: 100,
    });
    return { anna, bo, cia, event, ad };
  };
  const loadMessages = () => app.db.select().from(messages).orderBy(messages.id);

  const request = callOver(transport);
  const send = (member: Member, announcement_id: string, message_text = 'Hej') =>
    request<ConversationMessage>(SEND, member, { announcement_id, message_text });
  const reply = (member: Member, announcement_id: string, otherMember: Member, message_text = 'Hej') =>
    request<ConversationMessage>(REPLY, member, {
      announcement_id,
      other_user_id: otherMember.id,
      message_text,
    });
  const open = (member: Member, announcement_id: string, otherMember: Member) =>
    request<ConversationDetail>(OPEN, member, { announcement_id, other_user_id: otherMember.id });
  const textsOf = async (member: Member, ad: string, otherMember: Member) =>
    (await open(member, ad, otherMember)).body.messages.map(({ message_text }) => message_text);

  return {
    app,
    callOver,
    loadMessages,
    open,
    reply,
    request,
    send,
    setClock,
    setUp,
    textsOf,
  };
}
