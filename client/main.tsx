import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { takeEarly } from './platform/early';
import { beginWith, firstPage } from './platform/first-page';
import { listenBeforeRouter } from './platform/held-here';
import { paintBrowserBar } from './platform/theme';
import { AppRoutes, preloadPage } from './routes';
import { Shell } from './shell/shell';

preloadPage(window.location.pathname);
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
// What the server rendered is taken over as it stands.
if (firstPage()) hydrateRoot(root, app);
else {
  takeEarly();
  createRoot(root).render(app);
}
