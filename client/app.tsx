import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import type { PageState } from '#src/shared/rendering.ts';
import { makeTrpcClient, trpc } from './platform/api/trpc.ts';
import { RenderedAt } from './platform/page/clock.ts';
import { AppRoutes, preloadPage } from './routes.tsx';
import { Shell } from './shell/shell.tsx';
import { Toaster } from './ui/toaster.tsx';

const trpcClient = makeTrpcClient();

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
            <Toaster />
          </HydrationBoundary>
        </QueryClientProvider>
      </trpc.Provider>
    </RenderedAt>
  );
}
