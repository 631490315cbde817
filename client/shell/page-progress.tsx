import { useLocation } from 'react-router-dom';
import { useRequestedPath } from '#client/platform/navigation/page-router.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';

const DELAY_MS = 100;

/** A bar at the top while the code of the next page is loading. */
export function PageProgress() {
  const { pathname } = useLocation();
  const isLoading = useRequestedPath() !== pathname;
  const isSlow = useDelayed(isLoading, DELAY_MS);
  if (!isSlow) return null;
  return (
    <p className="page-progress" role="status">
      <span className="visually-hidden">Laddar sidan...</span>
    </p>
  );
}
