import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { CONTACT_MESSAGE_ID } from '#src/shared/example-values.ts';

export const texts: Texts = {
  subject: ['The subject.', 'Fråga om ett lopp'],
  is_read: ['Whether the message is marked as read.', true],
  company_name: ['The name of the organization that runs the calendar.', 'Loppkalendern AB'],
  business_hours: ['When it can be reached.', 'Vardagar 9–16'],
  'ContactMessageInput.message': ['The text of the message.', 'Hej! När öppnar anmälan?'],
  'AdminContactMessage.message': ['The text of the message.', 'Hej! När öppnar anmälan?'],
  'contact_messages.message': ['The text of the message.', 'Hej! När öppnar anmälan?'],
  AdminContactMessage: ['A message from the contact form.'],
  ContactInfo: ['Who runs the calendar. Fields without a value are `null`.'],
};

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  'AdminContactMessage.id': CONTACT_MESSAGE_ID,
  'ContactMessageId.id': CONTACT_MESSAGE_ID,
  'MarkReadInput.id': CONTACT_MESSAGE_ID,
  'ContactInfo.address': 'Exempelgatan 1, 411 01 Göteborg',
  'ContactInfoInput.address': 'Exempelgatan 1, 411 01 Göteborg',
  'ContactInfo.email': 'info@lopp.example',
  'ContactInfoInput.email': 'info@lopp.example',
  'ContactInfo.description': 'Vi driver kalendern på fritiden.',
  'ContactInfoInput.description': 'Vi driver kalendern på fritiden.',
  'public.contact.sendMessage.Message.message': 'Tack för ditt meddelande! Vi återkommer så snart vi kan.',
  'admin.contact.deleteMessage.message': 'Meddelandet har tagits bort.',
};
