import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { PageState } from '../src/shared/rendering';
import './common';
import { App } from './app';
import { makeQueryClient } from './platform/api/trpc';
import { listenBeforeRouter } from './platform/navigation/back';
import { PageRouter } from './platform/navigation/page-router';
import { stopRecordingClicks, takePreHydrationInput } from './platform/page/pre-hydration-input';
import { paintBrowserBar } from './platform/page/theme';
import { preloadPage } from './routes';

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
