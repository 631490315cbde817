import * as v from 'valibot';
import { HOUR, perIpAddress } from '../../platform/rate-limit';
import { admin, router, visitor } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import {
  AdminNotice,
  AdminObjection,
  NoticeDecisionInput,
  NoticeInput,
  ObjectionDecisionInput,
  ObjectionInput,
  StatementByLink,
  StatementToken,
} from './contract';
import { decideObjection, listObjections, objectTo, readStatement } from './objections/service';
import { decideNotice, listNotices, sendNotice } from './service';

export const publicNotices = router({
  create: visitor
    .meta({
      rest: 'POST /notices',
      summary: 'Report an ad',
      description:
        'Reports an ad to the people who run the calendar, without an account. `url` is the address or path of the page of ' +
        'the ad, which may be gone. The sender gets a receipt and the decision by mail. Limited to 10 calls an hour per IP address.',
      errors: ['announcement.not_found', 'notice.full'],
    })
    .use(perIpAddress({ name: 'notice', limit: 10, seconds: HOUR }))
    .input(NoticeInput)
    .output(Message)
    .mutation(({ ctx, input }) => sendNotice(ctx, input)),
});

/** Opened by a mailed link. */
export const publicStatements = router({
  get: visitor
    .meta({
      rest: 'GET /statements/:token',
      summary: 'Get a statement of reasons by link',
      description:
        'Returns what a member was told about a decision against them, with their objection. The link is valid for 183 days.',
    })
    .use(perIpAddress({ name: 'statement', limit: 30, seconds: 60 }))
    .input(StatementToken)
    .output(StatementByLink)
    .query(({ ctx, input }) => readStatement(ctx, input.token)),

  object: visitor
    .meta({
      rest: 'POST /statements/:token/objection',
      summary: 'Object to a decision',
      description: 'Sends the objection of the member to the admins, once.',
      errors: ['statement.objected'],
    })
    .use(perIpAddress({ name: 'objection', limit: 30, seconds: 60 }))
    .input(ObjectionInput)
    .output(StatementByLink)
    .mutation(({ ctx, input }) => objectTo(ctx, input)),
});

export const adminNotices = router({
  list: admin
    .meta({
      rest: 'GET /admin/notices',
      summary: 'List notices',
      description: 'All notices about ads, newest first.',
    })
    .output(v.array(AdminNotice))
    .query(({ ctx }) => listNotices(ctx)),

  decide: admin
    .meta({
      rest: 'PUT /admin/notices/:id',
      summary: 'Decide on a notice',
      description:
        '`removed` hides the ad and mails its owner a statement of reasons. The sender of the notice is mailed either way.',
      errors: ['notice.decided'],
    })
    .input(NoticeDecisionInput)
    .output(AdminNotice)
    .mutation(({ ctx, input }) => decideNotice(ctx, input)),
});

export const adminObjections = router({
  list: admin
    .meta({
      rest: 'GET /admin/objections',
      summary: 'List objections',
      description: 'All objections of members to decisions against them, newest first.',
    })
    .output(v.array(AdminObjection))
    .query(({ ctx }) => listObjections(ctx)),

  decide: admin
    .meta({
      rest: 'PUT /admin/objections/:id',
      summary: 'Decide on an objection',
      description:
        '`reversed` shows the ad again or ends the suspension, unless the ad was hidden or the member suspended again ' +
        'later. A deleted ad stays deleted. The member is mailed the answer.',
      errors: ['objection.decided'],
    })
    .input(ObjectionDecisionInput)
    .output(AdminObjection)
    .mutation(({ ctx, input }) => decideObjection(ctx, input)),
});
