import { HOUR, perAddress, perMember } from '../../platform/rate-limit';
import { member, router, visitor } from '../../platform/trpc';
import { Message } from '../../shared/fields';
import { DataLinkInput, DataLinkRequest, DeletionInput, MyData } from './contract';
import { deleteOwnAccount } from './deletion/service';
import { deleteAccountByLink, mailDataLink, readDataByLink } from './link/service';
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

  mailLink: visitor
    .meta({
      rest: 'POST /marketplace/my-data-link',
      summary: 'Mails a suspended member a link to their data. The response is the same for every address.',
    })
    .use(perAddress({ name: 'data-link', limit: 10, seconds: HOUR }))
    .input(DataLinkRequest)
    .output(Message)
    .mutation(({ ctx, input }) => mailDataLink(ctx, input)),

  // A mutation: mail scanners and browsers prefetch what GET returns.
  dataByLink: visitor
    .meta({
      rest: 'POST /marketplace/my-data/:token',
      summary: 'Everything stored about the member a link was mailed to.',
    })
    .use(perAddress({ name: 'data-by-link', limit: 30, seconds: 60 }))
    .input(DataLinkInput)
    .output(MyData)
    .mutation(({ ctx, input }) => readDataByLink(ctx, input)),

  deleteByLink: visitor
    .meta({
      rest: 'DELETE /marketplace/my-data/:token',
      summary: 'Deletes the account a link was mailed to, with ads, messages and personal data.',
    })
    .use(perAddress({ name: 'delete-by-link', limit: 30, seconds: 60 }))
    .input(DataLinkInput)
    .output(Message)
    .mutation(({ ctx, input }) => deleteAccountByLink(ctx, input)),
});
