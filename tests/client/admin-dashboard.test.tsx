import { expect, test } from 'bun:test';
import { waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import DashboardPage from '#client/pages/admin/dashboard.tsx';
import { freshPage, place, show } from '#tests/support/client.tsx';

freshPage('2027-01-15T10:00:00+01:00');

/** Its effect runs after those of the page. */
function NavigateOnce({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to), [navigate, to]);
  return null;
}

test('a second unknown tab that is opened before the first one is left leads to the events too', async () => {
  show(
    <Routes>
      <Route
        path="/admin/dashboard"
        element={
          <>
            <DashboardPage />
            <NavigateOnce to="/admin/dashboard?tab=second" />
          </>
        }
      />
      <Route path="/admin/login" element={null} />
    </Routes>,
    { path: '/admin/dashboard?tab=first' },
  );
  await waitFor(() => expect(place.url).toBe('/admin/login'));
});
