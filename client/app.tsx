import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import type { PageState } from '../src/shared/rendering';
import { makeTrpcClient, trpc } from './platform/api/trpc';
import { RenderedAt } from './platform/page/clock';
import { AppRoutes, preloadPage } from './routes';
import { Shell } from './shell/shell';
import { Toaster } from './ui/toaster';

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
