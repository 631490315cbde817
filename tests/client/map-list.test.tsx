import { expect, test } from 'bun:test';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { EventMap } from '#client/features/map/event-map.tsx';
import type { LocatedEvent } from '#src/features/events/contract.ts';
import { eventOf } from '#tests/support/events.ts';
import { renderAt } from '#tests/support/render.tsx';

const EVENTS: LocatedEvent[] = ['a', 'b'].map((id) => ({
  ...eventOf({ id, event_name: id }),
  latitude: 62,
  longitude: 15,
  is_approximate: false,
}));

test('the list beside the map returns to its top when a filter in the URL changes', async () => {
  renderAt(
    '/map?date=all',
    <>
      <Link to="?date=past">Tidigare</Link>
      <EventMap
        events={EVENTS}
        initial={undefined}
        tiles={null}
        area={{ key: '', bounds: undefined }}
        waiting={null}
        empty={null}
        icon={() => null}
        nameOf={({ event_name }) => event_name}
        renderRow={({ event_name }) => event_name}
        renderPopup={() => null}
      />
    </>,
  );
  const scroller = () => {
    const list = screen.getByRole('region', { name: 'I kartvyn' });
    return list.querySelector<HTMLElement>('.map-list-scroller') ?? list;
  };
  scroller().scrollTop = 300;
  await userEvent.click(screen.getByRole('link', { name: 'Tidigare' }));
  expect(scroller().scrollTop).toBe(0);
});
