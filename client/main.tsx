import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { beginWith, firstPage } from './platform/first-page';
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
const block = document.getElementById('first-page')?.textContent;
if (block) beginWith(JSON.parse(block));

const app = (
  <trpc.Provider client={trpcClient} queryClient={queryClient}>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <Shell>
          <AppRoutes />
        </Shell>
      </BrowserRouter>
    </QueryClientProvider>
  </trpc.Provider>
);
// What the server rendered is taken over as it stands.
if (firstPage()) hydrateRoot(root, app);
else createRoot(root).render(app);
