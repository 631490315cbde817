import { call } from '../../support/call';
import { makeAdmin, makeAnnouncement, makeEvent, makeMember } from '../../support/content';
import { openStream } from '../../support/live';
import { newCaller } from '../../support/transports';
import type { Instance, Pair } from './pair';

type Row = Record<string, unknown>;
type IsVisibleOn = (at: Instance) => Promise<boolean> | boolean;
/** Returns how to check the change on the other instance. Throws if the change is refused. */
export type Edit = (at: Instance, turn: number) => Promise<IsVisibleOn>;
export type EditKind = { edit: Edit; close?: () => Promise<void> };

async function callOk(at: Instance, name: string, who: object, input?: Row): Promise<Row> {
  const { status, body } = await call<Row>(at, 'rest', name, who, input);
  if (status !== 200) throw new Error(`${name} returned ${status}.`);
  return body;
}

const list = async (at: Instance, name: string) => (await call<Row[]>(at, 'trpc', name)).body;
const listShows = (name: string, id: unknown, field: string, value: unknown) => async (at: Instance) =>
  (await list(at, name)).some((row) => row.id === id && row[field] === value);
const listLacks = (name: string, id: unknown) => async (at: Instance) =>
  (await list(at, name)).every((row) => row.id !== id);

type Admin = Awaited<ReturnType<typeof makeAdmin>>;
const EVENT = { event_date: '2099-06-01', sport_type: 'Löpning', distances: '10 km', ort: 'Mora' };

function events(admin: Admin): EditKind {
  let id: unknown;
  return {
    edit: async (at, turn) => {
      const event_name = `Lopp nummer ${turn}`;
      if (turn % 3 === 0) {
        ({ id } = await callOk(at, 'admin.events.create', admin, { ...EVENT, event_name }));
        return listShows('public.events.list', id, 'event_name', event_name);
      }
      if (turn % 3 === 1) {
        await callOk(at, 'admin.events.update', admin, { ...EVENT, id, event_name });
        return listShows('public.events.coordinates', id, 'event_name', event_name);
      }
      await callOk(at, 'admin.events.delete', admin, { id });
      return listLacks('public.events.list', id);
    },
  };
}

async function ads({ db }: Pair, admin: Admin): Promise<EditKind> {
  const ADS = 'marketplace.announcements';
  const event = await makeEvent(db);
  const sale = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 1 };
  let seller = await makeMember(db);
  let id: unknown;
  return {
    edit: async (at, turn) => {
      if (turn % 4 === 0) {
        // A new seller now and then, because of the rate limit on new ads.
        if (turn % 200 === 0) seller = await makeMember(db);
        ({ id } = await callOk(at, `${ADS}.create`, seller, sale));
        return listShows('public.announcements.list', id, 'price', 1);
      }
      if (turn % 4 === 1) {
        await callOk(at, `${ADS}.update`, seller, { id, price: 1000 + turn });
        return listShows('public.announcements.list', id, 'price', 1000 + turn);
      }
      if (turn % 4 === 2) {
        await callOk(at, 'admin.announcements.setActive', admin, { id, is_active: false });
        return listLacks('public.announcements.list', id);
      }
      await callOk(at, `${ADS}.delete`, seller, { id });
      return async (at) =>
        (await call<Row[]>(at, 'rest', `${ADS}.mine`, seller)).body.every((row) => row.id !== id);
    },
  };
}

function banners(admin: Admin): EditKind {
  let id: unknown;
  const banner = { external_url: 'https://example.se/bild.png' };
  const update = (at: Instance, input: Row) => callOk(at, 'admin.banners.update', admin, { id, ...input });
  return {
    edit: async (at, turn) => {
      const title = `Banner ${turn}`;
      if (turn % 4 === 0) {
        ({ id } = await callOk(at, 'admin.banners.create', admin, { ...banner, title }));
        return listShows('public.banners.list', id, 'title', title);
      }
      if (turn % 4 === 1) {
        await update(at, { ...banner, title });
        return listShows('public.banners.list', id, 'title', title);
      }
      if (turn % 4 === 2) {
        await update(at, { is_active: false });
        return listLacks('public.banners.list', id);
      }
      await callOk(at, 'admin.banners.delete', admin, { id });
      return async (at) =>
        (await call<Row[]>(at, 'rest', 'admin.banners.list', admin)).body.every((row) => row.id !== id);
    },
  };
}

const settings = (admin: Admin): EditKind => ({
  edit: async (at, turn) => {
    const box = { info_box_title: `Box ${turn}`, info_box_steps: ['Ett'], info_box_warning: 'Se upp.' };
    await callOk(at, 'admin.marketplaceSettings.update', admin, box);
    return async (at) =>
      (await call<Row>(at, 'rest', 'public.marketplaceSettings.get')).body.info_box_title ===
      box.info_box_title;
  },
});

const contact = (admin: Admin): EditKind => ({
  edit: async (at, turn) => {
    await callOk(at, 'admin.contact.updateInfo', admin, { company_name: `Bolag ${turn}` });
    return async (at) =>
      (await call<Row>(at, 'trpc', 'public.contact.info')).body.company_name === `Bolag ${turn}`;
  },
});

function counters(admin: Admin): EditKind {
  const overview = async (at: Instance) =>
    (await at.trpc<Record<string, number>>('query', 'admin.admins.overview', admin)).body;
  return {
    edit: async (at, turn) => {
      const which = turn % 4 < 2 ? 'unread_messages' : 'pending_submissions';
      const before = (await overview(at))[which] ?? 0;
      const who = { headers: newCaller() };
      const person = { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'Hej' };
      const proposal = {
        ...EVENT,
        event_name: 'Förslag',
        submitter_name: 'Bo',
        submitter_email: 'b@example.se',
      };
      if (which === 'unread_messages') await callOk(at, 'public.contact.sendMessage', who, person);
      else await callOk(at, 'public.submissions.submit', who, proposal);
      return async (at) => (await overview(at))[which] === before + 1;
    },
  };
}

async function messages({ db, instances }: Pair): Promise<EditKind> {
  const anna = await makeMember(db);
  const ad = await makeAnnouncement(db, { user_id: anna.id });
  const inboxes = await Promise.all(instances.map((at) => openStream(at, anna.headers)));
  return {
    edit: async (at) => {
      const bo = await makeMember(db);
      await callOk(at, 'marketplace.conversations.send', bo, { announcement_id: ad.id, message_text: 'Hej' });
      return (at) =>
        inboxes[instances.indexOf(at)]?.named().some(({ other_user_id }) => other_user_id === bo.id) ?? false;
    },
    close: async () => {
      for (const inbox of inboxes) await inbox.leave();
    },
  };
}

export async function openEditKinds(pair: Pair): Promise<Record<string, EditKind>> {
  const admin = await makeAdmin(pair.db);
  return {
    events: events(admin),
    ads: await ads(pair, admin),
    banners: banners(admin),
    'the info box': settings(admin),
    'contact information': contact(admin),
    'counters of the portal': counters(admin),
    'messages to an open inbox': await messages(pair),
  };
}
