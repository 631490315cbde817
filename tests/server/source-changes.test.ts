import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { events, sources } from '#db/schema/index.ts';
import type { Source } from '#src/features/sources/contract.ts';
import { detailOf } from '#src/shared/errors.ts';
import { outcomeOf } from '#tests/support/call.ts';
import { CASES, openSourceWorld } from '#tests/support/source-world.ts';

const { acceptAll, addSource, app, at, changes, fetchNow, now, over, publish, site, storedEvents } =
  await openSourceWorld();

describe('a source', () => {
  test('does not overwrite what an admin typed until it changes that field', async () => {
    publish({ id: '1', ort: 'Mora', organizer: 'IFK' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    const [event] = await storedEvents();
    await app.sql`update events set ort = 'Orsa' where id = ${event?.id ?? ''}`;
    publish({ id: '1', ort: 'Mora', organizer: 'IFK Mora' });
    await fetchNow(source);
    expect((await storedEvents())[0]).toMatchObject({ ort: 'Orsa', organizer: 'IFK Mora' });
    publish({ id: '1', ort: 'Älvdalen', organizer: 'IFK Mora' });
    await fetchNow(source);
    expect((await storedEvents())[0]).toMatchObject({ ort: 'Älvdalen' });
  });

  test('shows what vanished, and never deletes it', async () => {
    publish({ id: '1', name: 'A' }, { id: '2', name: 'B' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    publish({ id: '1', name: 'A' });
    expect(await fetchNow(source)).toMatchObject({ vanished: 1 });
    expect((await fetchNow(source)).vanished).toBe(0);
    const [listed] = (await over<Source[]>('list')).body;
    expect(listed?.vanished).toMatchObject([{ event_name: 'B', vanished_at: new Date(now()).toISOString() }]);
    expect(await storedEvents()).toHaveLength(2);
    publish({ id: '1', name: 'A' }, { id: '2', name: 'B' });
    await fetchNow(source);
    expect((await over<Source[]>('list')).body[0]?.vanished).toEqual([]);
  });

  test('whose ids change at each fetch has the same events', async () => {
    publish({ id: 'a1', name: 'A' }, { id: 'b1', name: 'B' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    for (const round of ['2', '3']) {
      publish({ id: `a${round}`, name: 'A', organizer: `IFK ${round}` }, { id: `b${round}`, name: 'B' });
      expect(await fetchNow(source)).toMatchObject({ added: 0, changed: 1, unchanged: 1, vanished: 0 });
    }
    expect(await storedEvents()).toMatchObject([{ organizer: 'IFK 3' }, { event_name: 'B' }]);
    expect((await over<Source[]>('list')).body).toMatchObject([{ item_count: 2, vanished: [] }]);
  });

  test('whose ids and place change has the same event, also when the place is left out', async () => {
    publish({ id: '1', ort: 'Mora' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    for (const [id, ort] of [
      ['2', ''],
      ['3', 'Mora'],
    ] as const) {
      publish({ id, ort });
      expect(await fetchNow(source)).toMatchObject({ added: 0, changed: 1, vanished: 0 });
      expect(await storedEvents()).toMatchObject([{ ort: ort || null }]);
    }
  });

  test('whose ids change keeps ignored changes ignored', async () => {
    publish({ id: '1' });
    const source = await addSource();
    await fetchNow(source);
    const [change] = await changes();
    await over('ignoreChange', { change_id: change?.id });
    publish({ id: '2' });
    expect(await fetchNow(source)).toMatchObject({ added: 0, waiting: 0 });
  });

  test('with one id for different races has all of them, and says so', async () => {
    site.pages['/case'] = () => new Response(Bun.file(join(CASES, '06b-same-id.csv')));
    const source = await addSource({ url: at('/case'), trusted: true });
    const result = await fetchNow(source);
    expect(result).toMatchObject({ found: 3, added: 3, ignored: [], errors: [] });
    expect(result.warnings).toEqual([expect.stringContaining('Rad 2: samma id (UID) står också på 3')]);
    expect(await fetchNow(source)).toMatchObject({ added: 0, unchanged: 3 });
    expect(await storedEvents()).toHaveLength(3);
  });

  test('that no longer says that a race is off or sold out has taken it back', async () => {
    const defaults = { sport_type: 'Löpning', distances: '10 km', landskap: null };
    const csv = (name: string) => `id;event_date;event_name\n1;2027-05-22;${name}\n`;
    const ics = (name: string) =>
      `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20270522\nSUMMARY:${name}\nEND:VEVENT\nEND:VCALENDAR`;
    for (const write of [csv, ics]) {
      let name = 'Fullbokat: Milen';
      site.pages['/states'] = () => new Response(write(name));
      const source = await addSource({ url: at('/states'), trusted: true, defaults });
      const stored = async () => {
        await fetchNow(source);
        return (await storedEvents()).map(({ event_name, sold_out, status }) => [
          event_name,
          sold_out,
          status,
        ]);
      };
      expect(await stored()).toEqual([['Milen', true, 'scheduled']]);
      name = 'Milen (inställt)';
      expect(await stored()).toEqual([['Milen', false, 'cancelled']]);
      name = 'Milen';
      expect(await stored()).toEqual([['Milen', false, 'scheduled']]);
      await app.db.delete(sources);
      await app.db.delete(events);
    }
  });

  test('does not bring back an event that an admin deleted', async () => {
    publish({ id: '1' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    await app.db.delete(events);
    expect(await fetchNow(source)).toMatchObject({ accepted: 0, waiting: 0 });
    publish({ id: '1', organizer: 'IFK' });
    expect(await fetchNow(source)).toMatchObject({ accepted: 0, waiting: 1 });
    expect(await storedEvents()).toEqual([]);
  });

  test('offers an ignored change again when the source changes it', async () => {
    publish({ id: '1' });
    const source = await addSource();
    await fetchNow(source);
    const [change] = await changes();
    expect((await over('ignoreChange', { change_id: change?.id })).status).toBe(200);
    await fetchNow(source);
    expect(await changes()).toEqual([]);
    publish({ id: '1', organizer: 'IFK' });
    await fetchNow(source);
    expect(await changes()).toHaveLength(1);
  });

  test('withdraws a change that it takes back', async () => {
    publish({ id: '1' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    await over('update', { ...source, version: null, trusted: false });
    publish({ id: '1', organizer: 'IFK' });
    expect(await fetchNow(source)).toMatchObject({ waiting: 1 });
    publish({ id: '1' });
    expect(await fetchNow(source)).toMatchObject({ waiting: 0 });
  });

  test('reports a change that conflicts with the event, and accepts the others', async () => {
    publish({ id: '1', name: 'A' }, { id: '2', name: 'B' });
    const source = await addSource({ trusted: true });
    await fetchNow(source);
    await over('update', { ...source, version: null, trusted: false });
    await app.sql`update events set event_end_date = '2027-05-23' where event_name = 'A'`;
    publish({ id: '1', name: 'A', date: '2027-06-01' }, { id: '2', name: 'B', date: '2027-06-01' });
    await fetchNow(source);
    const { accepted, conflicts } = await acceptAll(source);
    expect([accepted, conflicts.map(({ event_name, detail }) => [event_name, detail])]).toEqual([
      1,
      [['A', detailOf('event.end_before_start')]],
    ]);
    const [change] = await changes();
    const response = await over('acceptChange', { change_id: change?.id });
    expect(outcomeOf(response)).toEqual([409, 'source.conflict', detailOf('event.end_before_start')]);
  });

  test('is one event after twenty presses at once', async () => {
    publish({ id: '1' });
    const source = await addSource();
    await fetchNow(source);
    const [change] = await changes();
    const presses = Array.from({ length: 20 }, () => over('acceptChange', { change_id: change?.id }));
    const statuses = (await Promise.all(presses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(404)]);
    expect(await storedEvents()).toHaveLength(1);
  });
});
