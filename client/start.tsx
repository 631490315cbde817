import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { askAhead } from './platform/ahead';
import { listenBeforeRouter } from './platform/back';
import { takeEarly } from './platform/early';
import { beginWith, firstPage } from './platform/first-page';
import { paintBrowserBar } from './platform/theme';
import { AppRoutes, preloadPage } from './routes';
import { Shell } from './shell/shell';

paintBrowserBar();
listenBeforeRouter();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
const block = document.getElementById('first-page')?.textContent;
if (block) beginWith(JSON.parse(block));

const app = (
  <BrowserRouter>
    <Shell>
      <AppRoutes />
    </Shell>
  </BrowserRouter>
);
for (const path of firstPage()?.ahead ?? []) askAhead(path);
// What the server rendered is taken over as it stands, little by little: a press in between comes first. Its code that
// comes late follows then.
if (firstPage()) startTransition(() => void hydrateRoot(root, app));
else {
  preloadPage(window.location.pathname);
  takeEarly();
  createRoot(root).render(app);
}
