import type { ErrorRows } from '#src/shared/error-rows.ts';

export const CONVERSATION_ERRORS = {
  'message.empty': [400, 'Meddelandet kan inte vara tomt', 'The message is empty.'],
  'conversation.not_found': [
    404,
    'Konversationen finns inte.',
    'The conversation does not exist or belongs to other members.',
  ],
  'conversation.own_ad': [403, 'Du kan inte kontakta dig själv.', 'The ad is your own.'],
  'conversation.closed': [
    409,
    'Annonsen är inte längre öppen för nya meddelanden.',
    'The ad does not accept new conversations.',
  ],
  'conversation.full': [
    409,
    'Konversationen är full. Det går inte att skriva fler meddelanden i den.',
    'The conversation has reached the maximum number of messages.',
  ],
  'conversation.deserted': [
    409,
    'Den du skrev med har tagit bort sitt konto. Det går inte att skriva mer i konversationen.',
    'The other participant has deleted their account.',
  ],
  'conversation.blocked': [
    403,
    'Det går inte att skriva i den här konversationen.',
    'One of the two members has blocked the other.',
  ],
  'conversation.reserved': [
    409,
    'Annonsen är reserverad.',
    'The ad is reserved for another member and accepts no new conversations.',
  ],
  'conversation.step_not_own': [
    403,
    'Bara den som bockade av steget kan ändra det.',
    'The other participant has ticked the step.',
  ],
} as const satisfies ErrorRows;
