import { type ComponentType, useEffect } from 'react';
import { Navigate, useRoutes } from 'react-router-dom';
import { type Page, pageOf } from '#src/shared/pages.ts';
import { type LazyComponent, lazyComponent } from './platform/navigation/lazy-component.ts';
import { replayPreHydrationInput } from './platform/page/pre-hydration-input.ts';

const AdminLogin = lazyComponent(() => import('./pages/admin/login.tsx'));
const NotFound = lazyComponent(() => import('./pages/not-found.tsx'));

const PAGES: Record<Page, ComponentType & Partial<LazyComponent>> = {
  '/': lazyComponent(() => import('./pages/home.tsx')),
  '/map': lazyComponent(() => import('./pages/map.tsx')),
  '/lopp/:slug': lazyComponent(() => import('./pages/race.tsx')),
  '/lopp/:slug/:edition': lazyComponent(() => import('./pages/race.tsx')),
  '/contact': lazyComponent(() => import('./pages/contact.tsx')),
  '/submit-event': lazyComponent(() => import('./pages/submit-event.tsx')),
  '/privacy': lazyComponent(() => import('./pages/privacy.tsx')),
  '/rules': lazyComponent(() => import('./pages/rules.tsx')),
  '/rules/invandning/:token': lazyComponent(() => import('./pages/objection.tsx')),
  '/bevakning/bekrafta/:token': lazyComponent(() => import('./pages/watch-confirm.tsx')),
  '/bevakning/avsluta/:token': lazyComponent(() => import('./pages/watch-end.tsx')),
  '/bevakning/annons/:token': lazyComponent(() => import('./pages/match-alerts.tsx')),
  '/mejl/stopp/:token': lazyComponent(() => import('./pages/mail-stop.tsx')),
  '/bevakning/:token': lazyComponent(() => import('./pages/watches.tsx')),
  '/arrangor': lazyComponent(() => import('./pages/organiser.tsx')),
  '/marketplace': lazyComponent(() => import('./pages/marketplace.tsx')),
  '/marketplace/inbox': lazyComponent(() => import('./pages/inbox.tsx')),
  '/marketplace/login': lazyComponent(() => import('./pages/login.tsx')),
  '/marketplace/register': lazyComponent(() => import('./pages/register.tsx')),
  '/marketplace/verify/:token': lazyComponent(() => import('./pages/verify.tsx')),
  '/marketplace/forgot-password': lazyComponent(() => import('./pages/forgot-password.tsx')),
  '/marketplace/reset-password/:token': lazyComponent(() => import('./pages/reset-password.tsx')),
  '/marketplace/my-data/:token': lazyComponent(() => import('./pages/my-data.tsx')),
  '/marketplace/annons/:orderNumber': lazyComponent(() => import('./pages/announcement.tsx')),
  '/marketplace/annons/:orderNumber/aktuell': lazyComponent(() => import('./pages/announcement-answer.tsx')),
  '/marketplace/create': lazyComponent(() => import('./pages/create-announcement.tsx')),
  '/marketplace/profile': lazyComponent(() => import('./pages/profile.tsx')),
  '/admin': AdminLogin,
  '/admin/login': AdminLogin,
  '/admin/dashboard': lazyComponent(() => import('./pages/admin/dashboard.tsx')),
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
