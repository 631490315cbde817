import { expect, test } from 'bun:test';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DEFAULT_VIEW, type View } from '#client/features/map/geometry.ts';
import { MapCanvas } from '#client/features/map/map-canvas.tsx';
import { renderAt } from '#tests/support/render.tsx';

const zoomLevels: number[] = [];

function ZoomableMap() {
  const [view, setView] = useState<View>(DEFAULT_VIEW);
  return (
    <MapCanvas
      ref={null}
      view={view}
      size={{ width: 792, height: 600 }}
      maxZoom={11}
      tiles={null}
      onView={setView}
      onClick={() => {}}
    >
      {({ zoom }) => {
        // Slow frames, as on a phone.
        const end = performance.now() + 70;
        while (performance.now() < end);
        zoomLevels.push(zoom);
        return <output>{zoom}</output>;
      }}
    </MapCanvas>
  );
}

test('the map shows the largest towns at first, and smaller towns and landskap after zooming in', async () => {
  renderAt('/map', <ZoomableMap />);
  expect(screen.getByText('Stockholm')).toBeTruthy();
  expect(screen.queryByText('Härjedalen')).toBeNull();
  expect(screen.queryByText('Sveg')).toBeNull();
  act(() => screen.getByRole('application').focus());
  await userEvent.keyboard('++');
  expect(await screen.findByText('Sveg')).toBeTruthy();
  expect(screen.getByText('Härjedalen')).toBeTruthy();
});

test('an animated zoom passes through the levels between and ends exactly at its target', async () => {
  renderAt('/map', <ZoomableMap />);
  for (const target of [6, 7, 8]) {
    await userEvent.click(screen.getByRole('button', { name: 'Zooma in' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(String(target)));
  }
  expect(zoomLevels.some((zoom) => zoom > 6 && zoom < 7)).toBeTrue();
});
