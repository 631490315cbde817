import type { Texts } from '#src/platform/openapi/texts.ts';

export const texts: Texts = {
  is_stopped: ['Whether the mailbox gets none of them.', true],
  MailStop: ['Whether the mailbox of the link gets mails that others cause.'],
};
