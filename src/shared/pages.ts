/** The routes of section 2 and the privacy page, as `react-router` writes them. Any other path is answered 404. */
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
  '/marketplace/create',
  '/marketplace/inbox',
  '/marketplace/profile',
] as const;

const PATTERNS = PAGES.map((page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`));

/** Whether a path is one of the product's pages. */
export const isPage = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));
