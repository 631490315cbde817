import { type ComponentType, useEffect } from 'react';
import { Navigate, useRoutes } from 'react-router-dom';
import { type Page, pageOf } from '../src/shared/pages';
import { type LazyComponent, lazyComponent } from './platform/navigation/lazy-component';
import { replayPreHydrationInput } from './platform/page/pre-hydration-input';

const AdminLogin = lazyComponent(() => import('./pages/admin/login'));
const NotFound = lazyComponent(() => import('./pages/not-found'));

const PAGES: Record<Page, ComponentType & Partial<LazyComponent>> = {
  '/': lazyComponent(() => import('./pages/home')),
  '/map': lazyComponent(() => import('./pages/map')),
  '/lopp/:slug': lazyComponent(() => import('./pages/race')),
  '/lopp/:slug/:edition': lazyComponent(() => import('./pages/race')),
  '/contact': lazyComponent(() => import('./pages/contact')),
  '/submit-event': lazyComponent(() => import('./pages/submit-event')),
  '/privacy': lazyComponent(() => import('./pages/privacy')),
  '/rules': lazyComponent(() => import('./pages/rules')),
  '/rules/invandning/:token': lazyComponent(() => import('./pages/objection')),
  '/bevakning/bekrafta/:token': lazyComponent(() => import('./pages/watch-confirm')),
  '/bevakning/avsluta/:token': lazyComponent(() => import('./pages/watch-end')),
  '/bevakning/annons/:token': lazyComponent(() => import('./pages/match-alerts')),
  '/mejl/stopp/:token': lazyComponent(() => import('./pages/mail-stop')),
  '/bevakning/:token': lazyComponent(() => import('./pages/watches')),
  '/arrangor': lazyComponent(() => import('./pages/organiser')),
  '/marketplace': lazyComponent(() => import('./pages/marketplace')),
  '/marketplace/inbox': lazyComponent(() => import('./pages/inbox')),
  '/marketplace/login': lazyComponent(() => import('./pages/login')),
  '/marketplace/register': lazyComponent(() => import('./pages/register')),
  '/marketplace/verify/:token': lazyComponent(() => import('./pages/verify')),
  '/marketplace/forgot-password': lazyComponent(() => import('./pages/forgot-password')),
  '/marketplace/reset-password/:token': lazyComponent(() => import('./pages/reset-password')),
  '/marketplace/my-data/:token': lazyComponent(() => import('./pages/my-data')),
  '/marketplace/annons/:orderNumber': lazyComponent(() => import('./pages/announcement')),
  '/marketplace/annons/:orderNumber/aktuell': lazyComponent(() => import('./pages/announcement-answer')),
  '/marketplace/create': lazyComponent(() => import('./pages/create-announcement')),
  '/marketplace/profile': lazyComponent(() => import('./pages/profile')),
  '/admin': AdminLogin,
  '/admin/login': AdminLogin,
  '/admin/dashboard': lazyComponent(() => import('./pages/admin/dashboard')),
};

export const preloadPage = async (path: string): Promise<void> => {
  const page = pageOf(path);
  await (page && PAGES[page].preload?.());
};

const ROUTES = [
  ...Object.entries(PAGES).map(([path, PageComponent]) => ({ path, element: <PageComponent /> })),
  { path: '/marketplace/*', element: <Navigate to="/marketplace" replace /> },
  { path: '/admin/*', element: <Navigate to="/admin" replace /> },
  { path: '*', element: <NotFound /> },
];

/** The effect runs after hydration, because this renders inside the Suspense boundary. */
export function AppRoutes() {
  useEffect(replayPreHydrationInput, []);
  // `useRoutes` returns null for a path with a line break: not even `*` matches it.
  return useRoutes(ROUTES) ?? <NotFound />;
}
