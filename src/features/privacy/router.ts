import { HOUR, perMember } from '../../platform/rate-limit';
import { member, router } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import { DeletionInput, MyData } from './contract';
import { deleteOwnAccount } from './deletion/service';
import { readMyData } from './my-data/service';

export const marketplacePrivacy = router({
  myData: member
    .meta({ rest: 'GET /marketplace/my-data', summary: 'All that is held about whoever asks.' })
    // As D23 does for messages: it reads a great deal.
    .use(perMember({ name: 'my-data', limit: 60, seconds: HOUR }))
    .output(MyData)
    .query(({ ctx }) => readMyData(ctx)),

  deleteAccount: member
    .meta({
      rest: 'DELETE /marketplace/me',
      summary: "Deletes one's own account, by its password, with ads, messages and personal data.",
      bodyOnly: true,
    })
    .input(DeletionInput)
    .output(Message)
    .mutation(({ ctx, input }) => deleteOwnAccount(ctx, input)),
});
