import { HOUR, perAddress } from '../../platform/rate-limit';
import { router, visitor } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import { ContactInfo, ContactMessageInput } from './contract';
import { readContactInfo, sendMessage } from './service';

export const publicContact = router({
  info: visitor
    .meta({ rest: 'GET /contact/info', summary: 'Who runs the calendar and how to reach them.' })
    .output(ContactInfo)
    .query(({ ctx }) => readContactInfo(ctx)),

  sendMessage: visitor
    .meta({ rest: 'POST /contact/message', summary: 'A message to those who run the calendar.' })
    .use(perAddress({ name: 'contact', limit: 10, seconds: HOUR })) // D23
    .input(ContactMessageInput)
    .output(Message)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
});

export const adminContact = router({});
