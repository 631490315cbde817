import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import type { PageState } from '#src/shared/rendering.ts';
import { makeTrpcClient, trpc } from './platform/api/trpc.ts';
import { RenderedAt } from './platform/page/clock.ts';
import { AppRoutes, preloadPage } from './routes.tsx';
import { Shell } from './shell/shell.tsx';

const trpcClient = makeTrpcClient();

/** Loaded after the page: toasts wait for it. */
function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    const load = () =>
      import('./ui/toaster.tsx').then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => {},
      );
    void load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, []);
  return Toaster && <Toaster />;
}

type Props = {
  queryClient: QueryClient;
  state: PageState | undefined;
};

export function App({ queryClient, state }: Props) {
  return (
    <RenderedAt value={state && new Date(state.renderedAt)}>
      <trpc.Provider client={trpcClient} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <HydrationBoundary state={state?.queries as DehydratedState | undefined}>
            <Shell preload={preloadPage}>
              <AppRoutes />
            </Shell>
            <LateToaster />
          </HydrationBoundary>
        </QueryClientProvider>
      </trpc.Provider>
    </RenderedAt>
  );
}
