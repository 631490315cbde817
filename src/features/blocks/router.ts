import * as v from 'valibot';
import { HOUR, perMember } from '#src/platform/limits/rate-limit.ts';
import { member, router } from '#src/platform/procedure/trpc.ts';
import { Message } from '#src/shared/fields.ts';
import { Block, BlockInput } from './contract.ts';
import { blockMember, unblockMember } from './service.ts';
import { findBlocks } from './store.ts';

const blockLimit = perMember({ name: 'block', limit: 100, seconds: HOUR });

export const marketplaceBlocks = router({
  list: member
    .meta({
      rest: 'GET /marketplace/blocks',
      summary: 'List the members you block',
      description: 'The latest block comes first. Members who block you are not listed.',
    })
    .output(v.array(Block))
    .query(({ ctx }) => findBlocks(ctx.database.db, ctx.member.id)),

  create: member
    .meta({
      rest: 'POST /marketplace/blocks',
      summary: 'Block a member',
      description:
        'Neither of you can write to the other any more, and reservations between you end. Old messages stay readable. ' +
        'The other member is not notified. Blocking twice changes nothing. ' +
        'Limited to 100 calls an hour, together with unblocking, and to 1,000 blocked members.',
      errors: ['block.self', 'account.not_found', 'block.too_many'],
    })
    .use(blockLimit)
    .input(BlockInput)
    .output(Block)
    .mutation(({ ctx, input }) => blockMember(ctx, input.user_id)),

  delete: member
    .meta({
      rest: 'DELETE /marketplace/blocks/:user_id',
      summary: 'Unblock a member',
      description:
        'Does nothing if you do not block the member. Limited to 100 calls an hour, with blocking.',
    })
    .use(blockLimit)
    .input(BlockInput)
    .output(Message)
    .mutation(({ ctx, input }) => unblockMember(ctx, input.user_id)),
});
