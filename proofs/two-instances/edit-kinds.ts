import type { UpcomingEvents } from '#src/features/events/list/contract.ts';
import { eventsOf } from '#src/features/events/list/rules.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { openStream } from '#tests/support/live.ts';
import { newCaller } from '#tests/support/transports.ts';
import type { Instance, Pair } from './pair.ts';

type Row = Record<string, unknown>;
type IsVisibleOn = (instance: Instance) => Promise<boolean> | boolean;
/** Returns how to check the change on the other instance. Throws if the change is refused. */
export type Edit = (instance: Instance, turn: number) => Promise<IsVisibleOn>;
export type EditKind = { edit: Edit; close?: () => Promise<void> };

async function callOk(instance: Instance, name: string, caller: object, input?: Row): Promise<Row> {
  const { status, body } = await call<Row>(instance, 'rest', name, caller, input);
  if (status !== 200) throw new Error(`${name} returned ${status}.`);
  return body;
}

/** Of what pages read, and of a whole list. */
const UPCOMING = 'public.events.upcoming';
const list = async (instance: Instance, name: string): Promise<readonly Row[]> =>
  name === UPCOMING
    ? eventsOf((await call<UpcomingEvents>(instance, 'trpc', name)).body)
    : (await call<Row[]>(instance, 'trpc', name)).body;
const listShows = (name: string, id: unknown, field: string, value: unknown) => async (instance: Instance) =>
  (await list(instance, name)).some((row) => row.id === id && row[field] === value);
const listLacks = (name: string, id: unknown) => async (instance: Instance) =>
  (await list(instance, name)).every((row) => row.id !== id);

type Admin = Awaited<ReturnType<typeof makeAdmin>>;
const EVENT = { event_date: '2099-06-01', sport_type: 'Löpning', distances: '10 km', ort: 'Mora' };

function eventEdits(admin: Admin): EditKind {
  let id: unknown;
  return {
    edit: async (here, turn) => {
      const event_name = `Lopp nummer ${turn}`;
      if (turn % 3 === 0) {
        ({ id } = await callOk(here, 'admin.events.create', admin, { ...EVENT, event_name }));
        return listShows(UPCOMING, id, 'event_name', event_name);
      }
      if (turn % 3 === 1) {
        await callOk(here, 'admin.events.update', admin, { ...EVENT, id, event_name });
        return listShows('public.events.coordinates', id, 'event_name', event_name);
      }
      await callOk(here, 'admin.events.delete', admin, { id });
      return listLacks(UPCOMING, id);
    },
  };
}

async function adEdits({ db }: Pair, admin: Admin): Promise<EditKind> {
  const ADS = 'marketplace.announcements';
  const event = await makeEvent(db);
  const sale = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 1 };
  let seller = await makeMember(db);
  let id: unknown;
  return {
    edit: async (here, turn) => {
      if (turn % 4 === 0) {
        // A new seller now and then, because of the rate limit on new ads.
        if (turn % 200 === 0) seller = await makeMember(db);
        ({ id } = await callOk(here, `${ADS}.create`, seller, sale));
        return listShows('public.announcements.list', id, 'price', 1);
      }
      if (turn % 4 === 1) {
        await callOk(here, `${ADS}.update`, seller, { id, price: 1000 + turn });
        return listShows('public.announcements.list', id, 'price', 1000 + turn);
      }
      if (turn % 4 === 2) {
        await callOk(here, 'admin.announcements.setActive', admin, { id, is_active: false });
        return listLacks('public.announcements.list', id);
      }
      await callOk(here, `${ADS}.delete`, seller, { id });
      return async (there) =>
        (await call<Row[]>(there, 'rest', `${ADS}.mine`, seller)).body.every((row) => row.id !== id);
    },
  };
}

function bannerEdits(admin: Admin): EditKind {
  let id: unknown;
  const banner = { external_url: 'https://example.se/bild.png' };
  const update = (instance: Instance, input: Row) =>
    callOk(instance, 'admin.banners.update', admin, { id, ...input });
  return {
    edit: async (here, turn) => {
      const title = `Banner ${turn}`;
      if (turn % 4 === 0) {
        ({ id } = await callOk(here, 'admin.banners.create', admin, { ...banner, title }));
        return listShows('public.banners.list', id, 'title', title);
      }
      if (turn % 4 === 1) {
        await update(here, { ...banner, title });
        return listShows('public.banners.list', id, 'title', title);
      }
      if (turn % 4 === 2) {
        await update(here, { is_active: false });
        return listLacks('public.banners.list', id);
      }
      await callOk(here, 'admin.banners.delete', admin, { id });
      return async (there) =>
        (await call<Row[]>(there, 'rest', 'admin.banners.list', admin)).body.every((row) => row.id !== id);
    },
  };
}

const infoBoxEdits = (admin: Admin): EditKind => ({
  edit: async (here, turn) => {
    const box = { info_box_title: `Box ${turn}`, info_box_steps: ['Ett'], info_box_warning: 'Se upp.' };
    await callOk(here, 'admin.marketplaceSettings.update', admin, box);
    return async (there) =>
      (await call<Row>(there, 'rest', 'public.marketplaceSettings.get')).body.info_box_title ===
      box.info_box_title;
  },
});

const contactInfoEdits = (admin: Admin): EditKind => ({
  edit: async (here, turn) => {
    await callOk(here, 'admin.contact.updateInfo', admin, { company_name: `Bolag ${turn}` });
    return async (there) =>
      (await call<Row>(there, 'trpc', 'public.contact.info')).body.company_name === `Bolag ${turn}`;
  },
});

function counterEdits(admin: Admin): EditKind {
  const overview = async (instance: Instance) =>
    (await instance.trpc<Record<string, number>>('query', 'admin.admins.overview', admin)).body;
  return {
    edit: async (here, turn) => {
      const counter = turn % 4 < 2 ? 'unread_messages' : 'pending_submissions';
      const before = (await overview(here))[counter] ?? 0;
      const caller = { headers: newCaller() };
      const person = { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'Hej' };
      const proposal = {
        ...EVENT,
        event_name: 'Förslag',
        submitter_name: 'Bo',
        submitter_email: 'b@example.se',
      };
      if (counter === 'unread_messages') await callOk(here, 'public.contact.sendMessage', caller, person);
      else await callOk(here, 'public.submissions.submit', caller, proposal);
      return async (there) => (await overview(there))[counter] === before + 1;
    },
  };
}

async function messageEdits({ db, instances }: Pair): Promise<EditKind> {
  const anna = await makeMember(db);
  const ad = await makeAnnouncement(db, { user_id: anna.id });
  const inboxes = await Promise.all(instances.map((instance) => openStream(instance, anna.headers)));
  return {
    edit: async (here) => {
      const bo = await makeMember(db);
      await callOk(here, 'marketplace.conversations.send', bo, {
        announcement_id: ad.id,
        message_text: 'Hej',
      });
      return (there) =>
        inboxes[instances.indexOf(there)]?.named().some(({ other_user_id }) => other_user_id === bo.id) ??
        false;
    },
    close: async () => {
      for (const inbox of inboxes) await inbox.leave();
    },
  };
}

export async function openEditKinds(pair: Pair): Promise<Record<string, EditKind>> {
  const admin = await makeAdmin(pair.db);
  return {
    events: eventEdits(admin),
    ads: await adEdits(pair, admin),
    banners: bannerEdits(admin),
    'the info box': infoBoxEdits(admin),
    'contact information': contactInfoEdits(admin),
    'counters of the portal': counterEdits(admin),
    'messages to an open inbox': await messageEdits(pair),
  };
}
