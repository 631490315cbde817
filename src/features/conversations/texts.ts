import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { CONVERSATION_ID, MESSAGE_ID } from '#src/shared/example-values.ts';

export const texts: Texts = {
  agreed_price: ['What the two agreed on, in whole kronor; `null` if nobody has said.', 900],
  'DealInput.price': ['What the two agreed on, in whole kronor; only stored with the step `agreed`.', 900],
  ConversationDetail: ['A conversation with its messages.'],
  ConversationMessage: ['A message.'],
  ConversationSummary: ['A row of the inbox.'],
  Deal: ['The steps of a deal.'],
};

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  'ConversationSummary.id': CONVERSATION_ID,
  'ConversationDetail.id': CONVERSATION_ID,
  'ConversationMessage.id': MESSAGE_ID,
};
