import type { MemberContext } from '../../platform/context';
import type {
  ConversationDetail,
  ConversationKey,
  ConversationMessage,
  ConversationSummary,
  MessageInput,
  ReplyInput,
} from './contract';

const later = (): never => {
  throw new Error('Not built yet.');
};
export const listConversations = async (_ctx: MemberContext): Promise<ConversationSummary[]> => later();
export const countUnread = async (_ctx: MemberContext): Promise<{ unread_count: number }> => later();
export const openConversation = async (
  _ctx: MemberContext,
  _input: ConversationKey,
): Promise<ConversationDetail> => later();
export const sendMessage = async (_ctx: MemberContext, _input: MessageInput): Promise<ConversationMessage> =>
  later();
export const reply = async (_ctx: MemberContext, _input: ReplyInput): Promise<ConversationMessage> => later();
