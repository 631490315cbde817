import { type ComponentType, createElement, lazy } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import HomePage, { homeLate } from './pages/home';

type Page = { default: ComponentType };

/** What asks the server comes with the first page that does. */
const loadData = () => import('./platform/data');

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
  '/marketplace/my-data/:token': () => import('./pages/my-data'),
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
      Promise.all([load(), loadData()]).then(
        ([page, { withData }]) => ({ default: withData(page.default) }),
        (error) => {
          lost.add(renew);
          throw error;
        },
      ),
    );
  let Current = fresh();
  const renew = () => {
    Current = fresh();
  };
  return () => createElement(Current);
}

const NotFound = pageFrom(() => import('./pages/not-found'));
const ROUTES = [
  { path: '/', Page: HomePage },
  ...Object.entries(PAGES).map(([path, load]) => ({ path, Page: pageFrom(load) })),
];

/** Starts fetching the page of a path before React asks for it; whether it comes is seen when it does. */
export function preloadPage(path: string): void {
  const page = path === '/' ? homeLate.fetch() : PAGES[path]?.();
  if (page) Promise.all([page, loadData()]).catch(() => {});
}

/**
 * The page of the address. The router's own table of routes would be 3 kB of script, for nesting and ranking that these
 * paths do not have.
 */
export function AppRoutes() {
  const { pathname } = useLocation();
  const found = ROUTES.find(({ path }) => matchPath(path, pathname));
  if (found) return <found.Page />;
  // What is no page of the market or the portal leads to what it stands under.
  for (const parent of ['/marketplace', '/admin'])
    if (matchPath(`${parent}/*`, pathname)) return <Navigate to={parent} replace />;
  return <NotFound />;
}
