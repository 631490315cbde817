import { HOUR, perIpAddress, perMember } from '#src/platform/limits/rate-limit.ts';
import { member, router, visitor } from '#src/platform/procedure/trpc.ts';
import { Message } from '#src/shared/fields.ts';
import { DataLinkToken, DeletionInput, MailDataLinkInput, MyData } from './contract.ts';
import { deleteOwnAccount } from './deletion/service.ts';
import { deleteAccountByLink, mailDataLink, readDataByLink } from './link/service.ts';
import { readMyData } from './my-data/service.ts';

export const marketplacePrivacy = router({
  myData: member
    .meta({
      rest: 'GET /marketplace/my-data',
      summary: 'Export your data',
      description:
        'Returns everything that is stored about the logged-in member. Limited to 60 calls an hour.',
    })
    // The export reads many tables.
    .use(perMember({ name: 'my-data', limit: 60, seconds: HOUR }))
    .output(MyData)
    .query(({ ctx }) => readMyData(ctx)),

  deleteAccount: member
    .meta({
      rest: 'DELETE /marketplace/me',
      summary: 'Delete your account',
      description:
        'Requires the password. Deletes the account with its ads, messages and personal data. This cannot be undone.',
      errors: ['deletion.wrong_password'],
      bodyOnly: true,
    })
    .input(DeletionInput)
    .output(Message)
    .mutation(({ ctx, input }) => deleteOwnAccount(ctx, input)),

  mailLink: visitor
    .meta({
      rest: 'POST /marketplace/my-data-link',
      summary: 'Request a link to your data',
      description:
        'Mails a suspended member, who cannot log in, a link to their data. The link is valid for 24 hours. ' +
        'The response is the same for every address. Limited to 10 calls an hour per IP address.',
    })
    .use(perIpAddress({ name: 'data-link', limit: 10, seconds: HOUR }))
    .input(MailDataLinkInput)
    .output(Message)
    .mutation(({ ctx, input }) => mailDataLink(ctx, input)),

  // POST, because mail scanners and browsers prefetch links with GET.
  dataByLink: visitor
    .meta({
      rest: 'POST /marketplace/my-data/:token',
      summary: 'Export data by link',
      description: 'Returns everything that is stored about the member to whom the link was mailed.',
      errors: ['data_link.invalid'],
    })
    .use(perIpAddress({ name: 'data-by-link', limit: 30, seconds: 60 }))
    .input(DataLinkToken)
    .output(MyData)
    .mutation(({ ctx, input }) => readDataByLink(ctx, input)),

  deleteByLink: visitor
    .meta({
      rest: 'DELETE /marketplace/my-data/:token',
      summary: 'Delete an account by link',
      description:
        'Deletes the account to which the link was mailed, with its ads, messages and personal data. This cannot be undone.',
      errors: ['data_link.invalid'],
    })
    .use(perIpAddress({ name: 'delete-by-link', limit: 30, seconds: 60 }))
    .input(DataLinkToken)
    .output(Message)
    .mutation(({ ctx, input }) => deleteAccountByLink(ctx, input)),
});
