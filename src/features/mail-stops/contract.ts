import * as v from 'valibot';
import { fields, text } from '#src/shared/fields.ts';

export const MailStopToken = fields({
  token: v.pipe(text('mail.link_invalid'), v.maxLength(200, 'mail.link_invalid')),
});

export const MailStop = v.object({ is_stopped: v.boolean() });
export type MailStop = v.InferOutput<typeof MailStop>;
