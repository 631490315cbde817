import { perIpAddress } from '#src/platform/limits/rate-limit.ts';
import { router, visitor } from '#src/platform/procedure/trpc.ts';
import { MailStop, MailStopToken } from './contract.ts';
import { changeStop, readStop } from './service.ts';

/** Tokens cannot be guessed; the limit is for those who try. */
const perLink = perIpAddress({ name: 'mail-stop', limit: 60, seconds: 60 });

export const publicMailStops = router({
  get: visitor
    .meta({
      rest: 'GET /mail-stops/:token',
      summary: 'Get whether a mailbox gets unconfirmed mails',
      description: 'With the token of the link "Mejla mig inte mer" of a mail. Changes nothing.',
      errors: ['mail.link_invalid'],
    })
    .use(perLink)
    .input(MailStopToken)
    .output(MailStop)
    .query(({ ctx, input }) => readStop(ctx, input.token)),

  stop: visitor
    .meta({
      rest: 'POST /mail-stops/:token',
      oneClickPath: '/mejl/stopp/:token',
      summary: 'Stop unconfirmed mails to a mailbox',
      description:
        'The mailbox gets no more mails that anybody can cause by typing its address: about proposals, reports of ads, new watches and registrations. ' +
        'One-click unsubscription (RFC 8058) works too. Idempotent.',
      errors: ['mail.link_invalid'],
    })
    .use(perLink)
    .input(MailStopToken)
    .output(MailStop)
    .mutation(({ ctx, input }) => changeStop(ctx, input.token, true)),

  resume: visitor
    .meta({
      rest: 'DELETE /mail-stops/:token',
      summary: 'Allow unconfirmed mails to a mailbox again',
      description: 'Idempotent.',
      errors: ['mail.link_invalid'],
    })
    .use(perLink)
    .input(MailStopToken)
    .output(MailStop)
    .mutation(({ ctx, input }) => changeStop(ctx, input.token, false)),
});
