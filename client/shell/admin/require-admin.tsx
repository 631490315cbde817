import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { forgetAdmin, useAdminToken } from '../../platform/admin-session';
import { errorCodeOf, trpc } from '../../platform/trpc';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { PageWait } from '../page-wait';

/**
 * A page for admins (section 2): without a stored token, or with one that the server does not know, it leads to the
 * login. While the server cannot be reached nobody is logged out.
 */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const token = useAdminToken();
  const verified = trpc.admin.admins.verify.useQuery(undefined, { enabled: !!token, staleTime: 0 });
  const isRefused = errorCodeOf(verified.error) === 'request.unauthorized';
  useEffect(() => {
    if (isRefused) forgetAdmin();
  }, [isRefused]);

  if (!token) return <Navigate to="/admin/login" replace />;
  if (verified.data) return children;
  if (!verified.error) return <PageWait />;
  return (
    <div className="page page-notice">
      <EmptyState
        story="lost"
        heading="h1"
        title="Adminportalen kunde inte visas"
        text="Servern svarar inte just nu."
        action={
          <Button busy={verified.isFetching} onClick={() => verified.refetch()}>
            Försök igen
          </Button>
        }
      />
    </div>
  );
}
