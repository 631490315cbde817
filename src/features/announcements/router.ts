import * as v from 'valibot';
import { router, visitor } from '../../platform/trpc';
import { PublicAnnouncement } from './contract';
import { listAnnouncements } from './service';

export const publicAnnouncements = router({
  list: visitor
    .meta({
      // D10: two names of one list.
      rest: ['GET /marketplace/announcements', 'GET /marketplace/announcements-list'],
      summary: 'The ads that are open, newest first.',
    })
    .output(v.array(PublicAnnouncement))
    .query(({ ctx }) => listAnnouncements(ctx)),
});
