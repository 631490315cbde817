import {
  type announcements,
  type events,
  series,
  watchers,
  watches,
  watchNews,
  watchRequests,
} from '#db/schema/index.ts';
import type { WatchTarget } from '#src/features/watches/contract.ts';
import type { Db } from '#src/platform/database.ts';
import { addDaysTo } from '#src/shared/dates.ts';
import { makeAccount, makeAnnouncement, makeEvent } from './content.ts';

/** `variant` tells samples of one kind apart. `before` puts the data into the state that the mail is about. */
export type MailSample = {
  kind: string;
  variant?: string;
  about: Record<string, string>;
  before?: () => Promise<unknown>;
};
type Subject = { change: string; was?: string; own_ad_id?: string } & (
  | { event_id: string }
  | { ad_id: string }
);

const NO_TARGET: Omit<WatchTarget, 'kind'> = {
  query: null,
  event_id: null,
  series_id: null,
  distance: null,
  min_price: null,
  max_price: null,
};

export async function watchMailSamples(db: Db, now: Date): Promise<MailSample[]> {
  const today = now.toISOString().slice(0, 10);
  const samples: MailSample[] = [];

  async function makeRace(row: Partial<typeof events.$inferInsert>) {
    const name = row.event_name ?? '';
    const slug = Bun.randomUUIDv7();
    const [made] = await db.insert(series).values({ name, slug }).returning();
    return makeEvent(db, {
      sport_type: 'Löpning',
      distances: ['10 km', '30 km'],
      event_date: '2027-09-25',
      ort: 'Lidingö',
      landskap: 'Uppland',
      ...row,
      series_id: made?.id,
      edition: '2027',
    });
  }

  async function makeWatcher(
    owner: { email: string } | { user_id: string },
    targets: Partial<WatchTarget>[],
  ) {
    const watcher_id = Bun.randomUUIDv7();
    await db.insert(watchers).values({ id: watcher_id, ...owner, last_number: targets.length });
    const old = '2026-01-10T08:00:00Z';
    const rows = targets.map((target, index) => ({
      ...NO_TARGET,
      kind: 'search' as const,
      ...target,
      id: Bun.randomUUIDv7(),
      watcher_id,
      number: index + 1,
      cadence: 'daily' as const,
      created_at: old,
      renewed_at: old,
    }));
    if (rows.length > 0) await db.insert(watches).values(rows);
    return watcher_id;
  }

  let count = 0;
  async function addNews(
    variant: string,
    targets: Partial<WatchTarget>[],
    subjects: Subject[],
    user_id?: string,
  ) {
    const email = `bevakare${++count}@example.com`;
    const watcher_id = await makeWatcher(user_id ? { user_id } : { email }, targets);
    const mail_id = Bun.randomUUIDv7();
    await db.insert(watchNews).values(
      subjects.map((one, index) => ({
        watcher_id,
        mail_id,
        subject: 'event_id' in one ? ('event' as const) : ('ad' as const),
        subject_id: 'event_id' in one ? one.event_id : one.ad_id,
        change: one.change,
        was: one.was ?? null,
        numbers: targets.map((_, number) => number + 1),
        own_ad_id: one.own_ad_id ?? null,
        due_at: now.toISOString(),
        created_at: new Date(now.getTime() - index * 60_000).toISOString(),
      })),
    );
    samples.push({ kind: 'watch.news', variant, about: { watcher_id, mail_id, email } });
  }

  const lidingo = await makeRace({ event_name: 'Lidingöloppet', registration_opens_on: addDaysTo(today, 1) });
  const vasaloppet = await makeRace({
    event_name: 'Vasaloppet',
    event_date: '2027-03-07',
    sport_type: 'Längdskidor',
    distances: ['90 km'],
    ort: 'Mora',
    landskap: 'Dalarna',
  });
  const cancelled = await makeRace({ event_name: 'Skärgårdsloppet', status: 'cancelled' });
  const postponed = await makeRace({ event_name: 'Kolmårdens Trailmara', status: 'postponed' });
  const lottery = await makeRace({
    event_name: 'Göteborgsvarvet',
    registration_kind: 'lottery',
    registration_opens_on: today,
    registration_closes_on: '2027-02-28',
  });
  const long = await makeRace({
    event_name: `Stora Internationella ${'Långdistans'.repeat(6)} genom sju socknar med mål i hamnen`,
    registration_opens_on: addDaysTo(today, 1),
  });
  const ad = (row: Partial<typeof announcements.$inferInsert> = {}) =>
    makeAnnouncement(db, { event_id: vasaloppet.id, distance: '90 km', price: 1500, ...row });
  const sale = await ad();
  const wanted = await ad({ announcement_type: 'wanted', price: 1200 });
  const watched = (event_id: string) => [{ kind: 'event' as const, event_id }];

  await addNews('registration opens tomorrow', watched(lidingo.id), [
    { event_id: lidingo.id, change: 'opens:1' },
  ]);
  await addNews('lottery is open', watched(lottery.id), [{ event_id: lottery.id, change: 'open:1' }]);
  await addNews('cancelled', watched(cancelled.id), [
    { event_id: cancelled.id, change: 'status:1', was: 'scheduled' },
  ]);
  await addNews('postponed', watched(postponed.id), [
    { event_id: postponed.id, change: 'status:1', was: 'scheduled' },
  ]);
  await addNews('moved, with an opening', watched(lidingo.id), [
    { event_id: lidingo.id, change: 'date:1', was: '2027-09-18/' },
    { event_id: lidingo.id, change: 'opens:1' },
  ]);
  await addNews('long name', watched(long.id), [{ event_id: long.id, change: 'opens:1' }]);
  await addNews(
    'new race',
    [{ query: 'sport=Löpning&landskap=Uppland' }],
    [{ event_id: lidingo.id, change: 'new' }],
  );
  const market = {
    kind: 'market_sale' as const,
    event_id: vasaloppet.id,
    distance: '90 km',
    max_price: 2000,
  };
  await addNews('one ad', [market], [{ ad_id: sale.id, change: 'new' }]);
  await addNews(
    'two ads',
    [market],
    [
      { ad_id: sale.id, change: 'new' },
      { ad_id: (await ad({ price: 1795 })).id, change: 'new' },
    ],
  );
  const owner = await makeAccount(db, { full_name: 'Åsa Öberg' });
  const own = await ad({ user_id: owner.id, announcement_type: 'wanted', price: 1600 });
  await addNews(
    "matches the member's own ad",
    [],
    [{ ad_id: sale.id, change: 'new', own_ad_id: own.id }],
    owner.id,
  );
  await addNews(
    'three items',
    [{ query: 'sport=Löpning' }, ...watched(lidingo.id), market],
    [
      { ad_id: sale.id, change: 'new' },
      { event_id: lidingo.id, change: 'opens:1' },
      { event_id: cancelled.id, change: 'status:1', was: 'scheduled' },
    ],
  );
  const many: Subject[] = [
    { event_id: cancelled.id, change: 'status:1', was: 'scheduled' },
    { event_id: lidingo.id, change: 'date:1', was: '2027-09-18/' },
    { event_id: lottery.id, change: 'open:1' },
    { ad_id: sale.id, change: 'new' },
    { ad_id: wanted.id, change: 'new' },
  ];
  for (let index = 1; index <= 20; index++) {
    const row = { event_name: `Tjejloppet etapp ${index}`, distances: ['5 km', '10 km', '21,1 km'] };
    many.push({ event_id: (await makeRace(row)).id, change: 'new' });
  }
  await addNews(
    '25 items, of which 20 are shown',
    [
      { query: 'sport=Löpning' },
      { query: 'landskap=Uppland' },
      ...watched(lidingo.id),
      ...watched(cancelled.id),
      market,
    ],
    many,
  );

  const asked = { asked_at: '2027-01-15T08:00:00Z' };
  for (const [variant, targets] of [
    ['one watch', [{ query: 'sport=Löpning&landskap=Skåne' }]],
    ['several watches', [{ query: 'sport=Löpning' }, { query: 'q=vasaloppet&sport=Längdskidor' }]],
  ] as const) {
    const watcher_id = await makeWatcher({ email: `arlig${++count}@example.com` }, [...targets]);
    samples.push({ kind: 'watch.renewal', variant, about: { watcher_id } });
  }
  await db.update(watches).set(asked);

  const email = 'ny@example.com';
  async function addRequest(variant: string, target: Partial<WatchTarget>) {
    const request_id = Bun.randomUUIDv7();
    const whole = JSON.stringify({ ...NO_TARGET, kind: 'search', ...target });
    await db
      .insert(watchRequests)
      .values({ id: request_id, email, target: whole, cadence: 'daily', created_at: now.toISOString() });
    samples.push({ kind: 'watch.confirm', variant, about: { request_id, email } });
  }
  await addRequest('new', market);
  const known = { query: 'sport=Löpning' };
  await makeWatcher({ email }, [known]);
  await addRequest('watched already', known);
  return samples;
}
