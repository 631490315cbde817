import type { Flow } from './load';

export const event: Flow = async ({ ask, people, marker, chance }) => {
  const who = people.admin.headers;
  const event_name = marker();
  const words = { event_date: '2099-06-01', sport_type: 'Löpning', distances: '10 km, 21 km', ort: 'Mora' };
  const made = await ask('admin.events.create', {
    who,
    input: { ...words, event_name },
    parts: (books) => ({
      event: !!books.find('events', 'event_name', event_name),
      audit: books.hasAct('event.create', event_name),
    }),
  });
  if (made?.outcome !== 'ok') return;
  const id = String(made.body.id);
  made.write.parts = (books) => ({
    event: !!books.find('events', 'id', id),
    audit: books.hasAct('event.create', id),
  });

  const other = marker();
  const edited = await ask('admin.events.update', {
    who,
    input: { ...words, id, event_name: other },
    parts: (books) => ({
      name: books.find('events', 'id', id)?.event_name === other,
      audit: books.hasAct('event.update', other),
    }),
  });
  if (edited?.outcome !== 'ok' || chance(0.5)) return;
  const gone = await ask('admin.events.delete', {
    who,
    input: { id },
    parts: (books) => ({ gone: !books.find('events', 'id', id), audit: books.hasAct('event.delete', id) }),
  });
  made.write.isOverwritten = edited.write.isOverwritten = gone !== undefined;
};

export const banner: Flow = async ({ ask, people, marker }) => {
  const who = people.admin.headers;
  const title = marker();
  const made = await ask('admin.banners.create', {
    who,
    input: { title, external_url: 'https://example.se/bild.png', file_type: 'image', order_index: 0 },
    parts: (books) => ({
      banner: !!books.find('banners', 'title', title),
      audit: books.hasAct('banner.create', title),
    }),
  });
  if (made?.outcome !== 'ok') return;
  const id = String(made.body.id);
  // Other clients move banners too, so check the audit log here; storm.ts checks that the positions have no gaps.
  const moved = await ask('admin.banners.update', {
    who,
    input: { id, order_index: 1000 },
    parts: (books) => ({ audit: books.hasAct('banner.move', id) }),
  });
  if (moved?.outcome !== 'ok') return;
  const gone = await ask('admin.banners.delete', {
    who,
    input: { id },
    parts: (books) => ({ gone: !books.find('banners', 'id', id), audit: books.hasAct('banner.delete', id) }),
  });
  made.write.isOverwritten = gone !== undefined;
};

export const suspension: Flow = async ({ ask, people }) => {
  const member = people.fresh();
  if (!member) return;
  await ask('admin.accounts.update', {
    who: people.admin.headers,
    input: { id: member.id, is_suspended: true },
    parts: (books) => ({
      suspended: books.find('marketplace_users', 'id', member.id)?.is_suspended === true,
      sessions: !books.find('marketplace_sessions', 'user_id', member.id),
      audit: books.hasAct('account.suspend', member.id),
    }),
  });
};
