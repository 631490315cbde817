import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { listenBeforeRouter } from './platform/held-here';
import { paintBrowserBar } from './platform/theme';
import { makeQueryClient, makeTrpcClient, trpc } from './platform/trpc';
import { AppRoutes, preloadPage } from './routes';
import { Shell } from './shell/shell';

preloadPage(window.location.pathname);
paintBrowserBar();
listenBeforeRouter();

const queryClient = makeQueryClient();
const trpcClient = makeTrpcClient();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

createRoot(root).render(
  <trpc.Provider client={trpcClient} queryClient={queryClient}>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Shell>
          <AppRoutes />
        </Shell>
      </BrowserRouter>
    </QueryClientProvider>
  </trpc.Provider>,
);
