/** In the syntax of `react-router`. Other paths return 404. */
export const PAGES = [
  '/',
  '/map',
  '/lopp/:slug',
  '/lopp/:slug/:edition',
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

export const pageOf = (path: string): Page | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(path))?.[0];

export const isPage = (path: string): boolean => pageOf(path) !== undefined;
