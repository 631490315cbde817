/** All routes of the client, in the syntax of `react-router`. Other paths return 404. */
export const PAGES = [
  '/',
  '/map',
  '/contact',
  '/submit-event',
  '/privacy',
  '/admin',
  '/admin/login',
  '/admin/dashboard',
  '/marketplace',
  '/marketplace/login',
  '/marketplace/register',
  '/marketplace/verify/:token',
  '/marketplace/forgot-password',
  '/marketplace/reset-password/:token',
  '/marketplace/my-data/:token',
  '/marketplace/create',
  '/marketplace/inbox',
  '/marketplace/profile',
] as const;

export type Page = (typeof PAGES)[number];

const PATTERNS = PAGES.map((page) => [page, new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`)] as const);

/** Returns the route that a path matches, or undefined. */
export const pageOf = (path: string): Page | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(path))?.[0];

/** Returns whether a path is one of the product's pages. */
export const isPage = (path: string): boolean => pageOf(path) !== undefined;
