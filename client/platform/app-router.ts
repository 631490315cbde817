import { initTRPC } from '@trpc/server';
import * as v from 'valibot';
import { PublicAnnouncement } from '../../src/features/announcements/contract';
import { PublicBanner } from '../../src/features/banners/contract';
import { ContactInfo, ContactMessageInput } from '../../src/features/contact/contract';
import { LocatedEvent, PublicEvent } from '../../src/features/events/contract';
import { MarketplaceSettings } from '../../src/features/marketplace-settings/contract';
import { SubmissionInput } from '../../src/features/submissions/contract';
import type { ErrorCode } from '../../src/shared/errors';
import { Message } from '../../src/shared/fields';

// The shape of the server's router, as a type alone, until `src/router` has every procedure of step 1.
const t = initTRPC.create({
  errorFormatter: ({ shape }) => ({
    ...shape,
    data: { code: 'server.failed' as ErrorCode, detail: '', httpStatus: 500 as number },
  }),
});
const list = <Entry extends v.GenericSchema>(entry: Entry) =>
  t.procedure.output(v.array(entry)).query((): never => {
    throw new Error('A type alone.');
  });
const never = (): never => {
  throw new Error('A type alone.');
};

const router = t.router({
  public: t.router({
    events: t.router({ list: list(PublicEvent), coordinates: list(LocatedEvent) }),
    banners: t.router({ list: list(PublicBanner) }),
    announcements: t.router({ list: list(PublicAnnouncement) }),
    contact: t.router({
      info: t.procedure.output(ContactInfo).query(never),
      sendMessage: t.procedure.input(ContactMessageInput).output(Message).mutation(never),
    }),
    submissions: t.router({
      submit: t.procedure.input(SubmissionInput).output(Message).mutation(never),
    }),
    marketplaceSettings: t.router({ get: t.procedure.output(MarketplaceSettings).query(never) }),
  }),
});

export type AppRouter = typeof router;
