/** In the syntax of `react-router`. Other paths return 404. */
export const PAGES = [
  '/',
  '/map',
  '/lopp/:slug',
  '/lopp/:slug/:edition',
  '/contact',
  '/submit-event',
  '/privacy',
  '/rules',
  '/rules/invandning/:token',
  '/bevakning/bekrafta/:token',
  '/bevakning/avsluta/:token',
  '/bevakning/annons/:token',
  '/bevakning/:token',
  '/mejl/stopp/:token',
  '/arrangor',
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
  '/marketplace/annons/:orderNumber',
  '/marketplace/annons/:orderNumber/aktuell',
  '/marketplace/create',
  '/marketplace/inbox',
  '/marketplace/profile',
] as const;

export type Page = (typeof PAGES)[number];

const PATTERNS = PAGES.map((page) => [page, new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`)] as const);

export const pageOf = (path: string): Page | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(path))?.[0];

export const isPage = (path: string): boolean => pageOf(path) !== undefined;

const PUBLIC_PAGES: ReadonlySet<Page> = new Set([
  '/',
  '/map',
  '/lopp/:slug',
  '/lopp/:slug/:edition',
  '/contact',
  '/submit-event',
  '/privacy',
  '/rules',
  '/marketplace',
  '/marketplace/annons/:orderNumber',
] as const);

/** Whether the page is the same for everybody. The others are for one visitor, and some have a token in their path. */
export function isPublicPage(path: string): boolean {
  const page = pageOf(path);
  return page !== undefined && PUBLIC_PAGES.has(page);
}

const RECORD_PATH = /^\/(lopp\/|marketplace\/annons\/[^/]+\/?$)/;

/** Whether the page shows one race or ad, which may be gone. */
export const isRecordPath = (path: string): boolean => RECORD_PATH.test(path);

export const isAdPath = (path: string): boolean => path.startsWith('/marketplace/annons/');
