import * as v from 'valibot';
import { HOUR, perIpAddress } from '#src/platform/limits/rate-limit.ts';
import { admin, cachedPublic, fromSnapshot, router, visitor } from '#src/platform/procedure/trpc.ts';
import { asJson } from '#src/platform/snapshot/as-json.ts';
import { Message } from '#src/shared/fields.ts';
import {
  AdminContactMessage,
  ContactInfo,
  ContactInfoInput,
  ContactMessageId,
  ContactMessageInput,
  MarkReadInput,
} from './contract.ts';
import { deleteMessage, markMessage, readContactInfo, sendMessage, updateContactInfo } from './service.ts';
import { findMessages } from './store.ts';

export const publicContact = router({
  info: cachedPublic
    .meta({
      rest: 'GET /contact/info',
      summary: 'Get the contact information',
      description: 'Who runs the calendar and how to reach them.',
      snapshot: {
        tables: ['contact_info'],
        read: asJson(ContactInfo, readContactInfo),
        isServedWhenUnavailable: true,
      },
    })
    .output(ContactInfo)
    .query(fromSnapshot),

  sendMessage: visitor
    .meta({
      rest: 'POST /contact/message',
      summary: 'Send a contact message',
      description:
        'Sends a message to the people who run the calendar. Limited to 10 calls an hour per IP address.',
      errors: ['contact.full'],
    })
    .use(perIpAddress({ name: 'contact', limit: 10, seconds: HOUR }))
    .input(ContactMessageInput)
    .output(Message)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
});

export const adminContact = router({
  updateInfo: admin
    .meta({
      rest: 'PUT /admin/contact/info',
      summary: 'Change the contact information',
      description: 'Fields that are left out keep their value. An empty text or `null` clears a field.',
    })
    .input(ContactInfoInput)
    .output(ContactInfo)
    .mutation(({ ctx, input }) => updateContactInfo(ctx, input)),

  messages: admin
    .meta({
      rest: 'GET /admin/contact/messages',
      summary: 'List contact messages',
      description: 'All messages from the contact form, newest first.',
    })
    .output(v.array(AdminContactMessage))
    .query(({ ctx }) => findMessages(ctx.database.db)),

  markRead: admin
    .meta({
      rest: 'PUT /admin/contact/messages/:id/read',
      summary: 'Mark a contact message as read',
      description: 'Marks the message as read, or as unread again.',
    })
    .input(MarkReadInput)
    .output(AdminContactMessage)
    .mutation(({ ctx, input }) => markMessage(ctx, input)),

  deleteMessage: admin
    .meta({
      rest: 'DELETE /admin/contact/messages/:id',
      summary: 'Delete a contact message',
      description: 'Deletes the message permanently.',
    })
    .input(ContactMessageId)
    .output(Message)
    .mutation(({ ctx, input }) => deleteMessage(ctx, input.id)),
});
