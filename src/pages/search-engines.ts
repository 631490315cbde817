import type { Config } from '../platform/config';
import { PAGES_FOR_ALL } from './texts';

/** A host as a browser would write it; anything else is not repeated. */
const HOST = /^(?=.{1,260}$)([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/i;

/**
 * Where the site is: as it is configured. Without that, where the request says that it came to, for whoever tries the
 * product out; nobody else keeps the answer.
 */
function siteOf(config: Config, request: Request): string | undefined {
  if (config.publicUrl) return config.publicUrl;
  const host = request.headers.get('host') ?? '';
  return HOST.test(host) ? `http://${host}` : undefined;
}

const answer = (config: Config, type: string, body: string) =>
  new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': config.publicUrl ? 'public, max-age=3600' : 'no-store',
    },
  });

/** What robots may read, and where the list of pages is. */
export function robots(config: Config, request: Request): Response {
  const site = siteOf(config, request);
  const lines = ['User-agent: *', 'Disallow: /admin', 'Disallow: /api/', 'Disallow: /trpc/'];
  if (site) lines.push('', `Sitemap: ${site}/sitemap.xml`);
  return answer(config, 'text/plain', `${lines.join('\n')}\n`);
}

/** The pages that search engines may show; undefined when nobody knows where the site is. */
export function sitemap(config: Config, request: Request): Response | undefined {
  const site = siteOf(config, request);
  if (!site) return undefined;
  const urls = PAGES_FOR_ALL.map((page) => `  <url><loc>${Bun.escapeHTML(`${site}${page}`)}</loc></url>`);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
  ];
  return answer(config, 'application/xml', `${xml.join('\n')}\n`);
}
