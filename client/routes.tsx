import { type ComponentType, createElement, lazy } from 'react';
import { Navigate, type RouteObject, useRoutes } from 'react-router-dom';
import HomePage, { homeLate } from './pages/home';

type Page = { default: ComponentType };

/** Each page but the first is a file of its own, fetched when it is gone to. */
const PAGES: Record<string, () => Promise<Page>> = {
  '/map': () => import('./pages/map'),
  '/contact': () => import('./pages/contact'),
  '/submit-event': () => import('./pages/submit-event'),
  '/privacy': () => import('./pages/privacy'),
  '/marketplace': () => import('./pages/marketplace'),
  '/marketplace/inbox': () => import('./pages/inbox'),
  '/marketplace/login': () => import('./pages/login'),
  '/marketplace/register': () => import('./pages/register'),
  '/marketplace/verify/:token': () => import('./pages/verify'),
  '/marketplace/forgot-password': () => import('./pages/forgot-password'),
  '/marketplace/reset-password/:token': () => import('./pages/reset-password'),
  '/marketplace/create': () => import('./pages/create-announcement'),
  '/marketplace/profile': () => import('./pages/profile'),
  '/admin': () => import('./pages/admin/login'),
  '/admin/login': () => import('./pages/admin/login'),
  '/admin/dashboard': () => import('./pages/admin/dashboard'),
};

/** React remembers that a page could not be fetched; each of these makes one page new. */
const lost = new Set<() => void>();

/** What could not be fetched is fetched again when it is gone to; whether there was any. */
export function forgetLostPages(): boolean {
  const wasLost = lost.size > 0;
  for (const renew of lost) renew();
  lost.clear();
  return wasLost;
}

function pageFrom(load: () => Promise<Page>): ComponentType {
  const fresh = () =>
    lazy(() =>
      load().catch((error) => {
        lost.add(renew);
        throw error;
      }),
    );
  let Current = fresh();
  const renew = () => {
    Current = fresh();
  };
  return () => createElement(Current);
}

const NotFound = pageFrom(() => import('./pages/not-found'));
const ROUTES = Object.entries(PAGES).map(([path, load]) => ({ path, Element: pageFrom(load) }));

/** Starts fetching the page of a path before React asks for it; whether it comes is seen when it does. */
export function preloadPage(path: string): void {
  const page: Promise<unknown> | undefined = path === '/' ? homeLate.fetch() : PAGES[path]?.();
  page?.catch(() => {});
}

const TABLE: RouteObject[] = [
  { path: '/', element: <HomePage /> },
  ...ROUTES.map(({ path, Element }) => ({ path, element: <Element /> })),
  // What is no page of the market or the portal leads to what it stands under.
  { path: '/marketplace/*', element: <Navigate to="/marketplace" replace /> },
  { path: '/admin/*', element: <Navigate to="/admin" replace /> },
  { path: '*', element: <NotFound /> },
];

/** The router's own `*` takes no address with a line break in it: that is not found either. */
export const AppRoutes = () => useRoutes(TABLE) ?? <NotFound />;
