import type { Flow } from './load.ts';

export const event: Flow = async ({ call, people, marker, chance }) => {
  const callerHeaders = people.admin.headers;
  const event_name = marker();
  const eventInput = {
    event_date: '2099-06-01',
    sport_type: 'Löpning',
    distances: '10 km, 21 km',
    ort: 'Mora',
  };
  const created = await call('admin.events.create', {
    callerHeaders,
    input: { ...eventInput, event_name },
    checkStored: (stored) => ({
      event: !!stored.find('events', 'event_name', event_name),
      audit: stored.hasAuditEntry('event.create', event_name),
    }),
  });
  if (created?.outcome !== 'ok') return;
  const id = String(created.body.id);
  created.write.checkStored = (stored) => ({
    event: !!stored.find('events', 'id', id),
    audit: stored.hasAuditEntry('event.create', id),
  });

  const newText = marker();
  const edited = await call('admin.events.update', {
    callerHeaders,
    input: { ...eventInput, id, event_name: newText },
    checkStored: (stored) => ({
      name: stored.find('events', 'id', id)?.event_name === newText,
      audit: stored.hasAuditEntry('event.update', newText),
    }),
  });
  if (edited?.outcome !== 'ok' || chance(0.5)) return;
  const deleted = await call('admin.events.delete', {
    callerHeaders,
    input: { id },
    checkStored: (stored) => ({
      gone: !stored.find('events', 'id', id),
      audit: stored.hasAuditEntry('event.delete', id),
    }),
  });
  created.write.isOverwritten = edited.write.isOverwritten = deleted !== undefined;
};

export const banner: Flow = async ({ call, people, marker }) => {
  const callerHeaders = people.admin.headers;
  const title = marker();
  const created = await call('admin.banners.create', {
    callerHeaders,
    input: { title, external_url: 'https://example.se/bild.png', file_type: 'image', order_index: 0 },
    checkStored: (stored) => ({
      banner: !!stored.find('banners', 'title', title),
      audit: stored.hasAuditEntry('banner.create', title),
    }),
  });
  if (created?.outcome !== 'ok') return;
  const id = String(created.body.id);
  // Other clients move banners too, so check the audit log here; storm.ts checks that the positions have no gaps.
  const moved = await call('admin.banners.update', {
    callerHeaders,
    input: { id, order_index: 1000 },
    checkStored: (stored) => ({ audit: stored.hasAuditEntry('banner.move', id) }),
  });
  if (moved?.outcome !== 'ok') return;
  const deleted = await call('admin.banners.delete', {
    callerHeaders,
    input: { id },
    checkStored: (stored) => ({
      gone: !stored.find('banners', 'id', id),
      audit: stored.hasAuditEntry('banner.delete', id),
    }),
  });
  created.write.isOverwritten = deleted !== undefined;
};

export const suspension: Flow = async ({ call, people }) => {
  const member = people.unusedMember();
  if (!member) return;
  await call('admin.accounts.update', {
    callerHeaders: people.admin.headers,
    input: { id: member.id, is_suspended: true },
    checkStored: (stored) => ({
      suspended: stored.find('marketplace_users', 'id', member.id)?.is_suspended === true,
      sessions: !stored.find('marketplace_sessions', 'user_id', member.id),
      audit: stored.hasAuditEntry('account.suspend', member.id),
    }),
  });
};
