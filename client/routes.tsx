import { type ComponentType, lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';

type Page = { default: ComponentType };

/** Each page is a file of its own, fetched when it is gone to. */
const PAGES: Record<string, () => Promise<Page>> = {
  '/': () => import('./pages/home'),
  '/map': () => import('./pages/map'),
  '/contact': () => import('./pages/contact'),
  '/submit-event': () => import('./pages/submit-event'),
  '/marketplace': () => import('./pages/marketplace'),
};

const NotFound = lazy(() => import('./pages/not-found'));
const ROUTES = Object.entries(PAGES).map(([path, load]) => ({ path, Element: lazy(load) }));

/** Starts fetching the page of a path before React asks for it. */
export const preloadPage = (path: string): void => void PAGES[path]?.();

export function AppRoutes() {
  return (
    <Routes>
      {ROUTES.map(({ path, Element }) => (
        <Route key={path} path={path} element={<Element />} />
      ))}
      {/* Accounts and the admin portal have no pages yet: their addresses lead to what there is. */}
      <Route path="/marketplace/*" element={<Navigate to="/marketplace" replace />} />
      <Route path="/admin/*" element={<Navigate to="/" replace />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
