import type { Texts } from './values.ts';

export const SITE_TEXTS: Texts = {
  // Contact
  subject: ['The subject.', 'Fråga om ett lopp'],
  is_read: ['Whether the message is marked as read.', true],
  company_name: ['The name of the organization that runs the calendar.', 'Loppkalendern AB'],
  business_hours: ['When it can be reached.', 'Vardagar 9–16'],
  'ContactMessageInput.message': ['The text of the message.', 'Hej! När öppnar anmälan?'],
  'AdminContactMessage.message': ['The text of the message.', 'Hej! När öppnar anmälan?'],
  'contact_messages.message': ['The text of the message.', 'Hej! När öppnar anmälan?'],

  // Mails that others cause
  is_stopped: ['Whether the mailbox gets none of them.', true],

  // Banners
  title: ['The title. Empty if the banner has none.', 'Nytt lopp i sommar'],
  external_url: ['The URL of the image or video, if it is not an upload.', null],
  file_url: ['The path of the uploaded image or video.', '/uploads/0198c0de-0000-7000-8000-00000000000d.png'],
  link_url: ['Where a click leads: a URL, or a path of this site.', '/map'],
  file_type: ['Whether the banner is an image or a video.', 'image'],
  order_index: ['The position in the carousel, starting at 0.', 0],

  // Info box
  info_box_title: ['The title of the info box.', 'Så fungerar Startplatsmarknaden'],
  info_box_steps: ['The numbered steps.', ['Skapa ett konto', 'Lägg upp en annons']],
  disabled_advice: ['The rules of advice in conversations that are switched off.', ['low_price']],
  info_box_warning: ['The warning, as sanitized HTML.', '<p>Betala aldrig i förskott.</p>'],
  shown: ['The info box that the change is based on. If somebody has changed it since, the call fails.'],
};
