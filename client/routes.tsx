import { type ComponentType, useEffect } from 'react';
import { Navigate, useRoutes } from 'react-router-dom';
import HomePage from './pages/home';
import { type LazyPage, lazyPage } from './platform/navigation/lazy-page';
import { replayEarlyInput } from './platform/page/early-input';

const AdminLogin = lazyPage(() => import('./pages/admin/login'));
const NotFound = lazyPage(() => import('./pages/not-found'));

/** The home page is part of the first bundle: most visits begin there. */
const PAGES: Record<string, ComponentType & Partial<LazyPage>> = {
  '/': HomePage,
  '/map': lazyPage(() => import('./pages/map')),
  '/contact': lazyPage(() => import('./pages/contact')),
  '/submit-event': lazyPage(() => import('./pages/submit-event')),
  '/privacy': lazyPage(() => import('./pages/privacy')),
  '/marketplace': lazyPage(() => import('./pages/marketplace')),
  '/marketplace/inbox': lazyPage(() => import('./pages/inbox')),
  '/marketplace/login': lazyPage(() => import('./pages/login')),
  '/marketplace/register': lazyPage(() => import('./pages/register')),
  '/marketplace/verify/:token': lazyPage(() => import('./pages/verify')),
  '/marketplace/forgot-password': lazyPage(() => import('./pages/forgot-password')),
  '/marketplace/reset-password/:token': lazyPage(() => import('./pages/reset-password')),
  '/marketplace/my-data/:token': lazyPage(() => import('./pages/my-data')),
  '/marketplace/create': lazyPage(() => import('./pages/create-announcement')),
  '/marketplace/profile': lazyPage(() => import('./pages/profile')),
  '/admin': AdminLogin,
  '/admin/login': AdminLogin,
  '/admin/dashboard': lazyPage(() => import('./pages/admin/dashboard')),
};

/** Fetches the code of a page before it is rendered. */
export const preloadPage = async (path: string): Promise<void> => PAGES[path]?.preload?.();

const ROUTES = [
  ...Object.entries(PAGES).map(([path, Page]) => ({ path, element: <Page /> })),
  { path: '/marketplace/*', element: <Navigate to="/marketplace" replace /> },
  { path: '/admin/*', element: <Navigate to="/admin" replace /> },
  { path: '*', element: <NotFound /> },
];

/** The page of the address. It stands inside the Suspense boundary of the pages, so the effect runs once they are hydrated. */
export function AppRoutes() {
  useEffect(replayEarlyInput, []);
  // No path of the router matches a line break.
  return useRoutes(ROUTES) ?? <NotFound />;
}
