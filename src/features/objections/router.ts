import * as v from 'valibot';
import { perIpAddress } from '#src/platform/limits/rate-limit.ts';
import { admin, router, visitor } from '#src/platform/procedure/trpc.ts';
import {
  AdminObjection,
  ObjectionDecisionInput,
  ObjectionInput,
  StatementByLink,
  StatementToken,
} from './contract.ts';
import { decideObjection, listObjections, objectTo, readStatement } from './service.ts';

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
