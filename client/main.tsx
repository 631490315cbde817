import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { PageState } from '#src/shared/rendering.ts';
import './common.ts';
import { App } from './app.tsx';
import { makeQueryClient } from './platform/api/trpc.ts';
import { listenBeforeRouter } from './platform/navigation/back.ts';
import { PageRouter } from './platform/navigation/page-router.tsx';
import { stopRecordingClicks, takePreHydrationInput } from './platform/page/pre-hydration-input.ts';
import { paintBrowserBar } from './platform/page/theme.ts';
import { preloadPage } from './routes.tsx';

paintBrowserBar();
listenBeforeRouter();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
const stateJson = document.getElementById('page-state')?.textContent;
const state: PageState | undefined = stateJson && JSON.parse(stateJson);
const app = (
  <PageRouter>
    <App queryClient={makeQueryClient()} state={state} />
  </PageRouter>
);

if (state) {
  // No top-level await: pages import shared code from this file, so each would wait for the other.
  void preloadPage(window.location.pathname).then(() => {
    stopRecordingClicks();
    // As a transition, hydration can be interrupted by input.
    startTransition(() => void hydrateRoot(root, app));
  });
} else {
  takePreHydrationInput();
  createRoot(root).render(app);
}
