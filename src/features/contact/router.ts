import * as v from 'valibot';
import { HOUR, perAddress } from '../../platform/rate-limit';
import { asJson } from '../../platform/snapshot/as-json';
import { admin, everybody, fromSnapshot, router, visitor } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import {
  AdminContactMessage,
  ContactInfo,
  ContactInfoInput,
  ContactMessageId,
  ContactMessageInput,
  ReadMark,
} from './contract';
import { deleteMessage, markMessage, readContactInfo, sendMessage, updateContactInfo } from './service';
import { findMessages } from './store';

export const publicContact = router({
  info: everybody
    .meta({
      rest: 'GET /contact/info',
      summary: 'Who runs the calendar and how to reach them.',
      snapshot: { of: ['contact_info'], read: asJson(ContactInfo, readContactInfo), isKept: true },
    })
    .output(ContactInfo)
    .query(fromSnapshot),

  sendMessage: visitor
    .meta({ rest: 'POST /contact/message', summary: 'A message to those who run the calendar.' })
    .use(perAddress({ name: 'contact', limit: 10, seconds: HOUR })) // D23
    .input(ContactMessageInput)
    .output(Message)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
});

export const adminContact = router({
  updateInfo: admin
    .meta({ rest: 'PUT /admin/contact/info', summary: 'Who runs the calendar and how to reach them.' })
    .input(ContactInfoInput)
    .output(ContactInfo)
    .mutation(({ ctx, input }) => updateContactInfo(ctx, input)),

  messages: admin
    .meta({
      rest: 'GET /admin/contact/messages',
      summary: 'Every message from the contact form, newest first.',
    })
    .output(v.array(AdminContactMessage))
    .query(({ ctx }) => findMessages(ctx.database.db)),

  markRead: admin
    .meta({
      rest: 'PUT /admin/contact/messages/:id/read',
      summary: 'Marks a message as read, or as new again.',
    })
    .input(ReadMark)
    .output(AdminContactMessage)
    .mutation(({ ctx, input }) => markMessage(ctx, input)),

  deleteMessage: admin
    .meta({ rest: 'DELETE /admin/contact/messages/:id', summary: 'Deletes a message.' })
    .input(ContactMessageId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteMessage(ctx, input.id)),
});
