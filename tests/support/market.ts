import { beforeEach } from 'bun:test';
import { accounts, events } from '#db/schema/index.ts';
import type { OwnAnnouncement } from '#src/features/announcements/contract.ts';
import { call } from './call.ts';
import { makeEvent, makeMember } from './content.ts';
import { appOfFile } from './of-file.ts';
import type { Transport } from './transports.ts';

export const ADS = {
  list: 'public.announcements.list',
  mine: 'marketplace.announcements.mine',
  create: 'marketplace.announcements.create',
  update: 'marketplace.announcements.update',
  complete: 'marketplace.announcements.complete',
  delete: 'marketplace.announcements.delete',
};

export const MORNING = new Date('2027-03-01T08:00:00Z');
export const UNKNOWN = '01a00000-0000-7000-8000-000000000000';

/** Before each test the marketplace is emptied and the clock is reset to {@link MORNING}. */
export async function testMarket() {
  let now = MORNING;
  const app = await appOfFile({ now: () => now });
  beforeEach(async () => {
    now = MORNING;
    for (const table of [accounts, events]) await app.db.delete(table);
  });

  return {
    app,
    setClock: (to: Date) => {
      now = to;
    },
    callOver:
      (transport: Transport) =>
      <Body = OwnAnnouncement>(
        name: string,
        caller: { headers?: Record<string, string> } = {},
        input?: Record<string, unknown>,
      ) =>
        call<Body>(app, transport, name, caller, input),
    setUpSale: async () => {
      const event = await makeEvent(app.db, {
        event_name: 'Vasaloppet',
        event_date: '2028-03-05',
        distances: ['45 km', '90 km', '42,1 km'],
      });
      const anna = await makeMember(app.db, { full_name: 'Anna Ek' });
      const input = { announcement_type: 'sale', event_id: event.id, distance: '90 km', price: 1295 };
      return { event, anna, input };
    },
  };
}
