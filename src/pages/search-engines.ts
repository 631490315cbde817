import type { PublicEvent } from '#src/features/events/contract.ts';
import { listedSelections } from '#src/features/events/filter/selection.ts';
import type { Config } from '#src/platform/config.ts';
import type { WorkBudget } from '#src/platform/limits/work-budget.ts';
import type { Snapshots, Version } from '#src/platform/snapshot/version.ts';
import { READS } from '#src/shared/rendering.ts';
import type { Client } from './rendered-pages.ts';
import { INDEXED_PAGES, UNLISTED_PATHS } from './texts.ts';

/** Other values of a Host header are not repeated in a response. */
const HOST = /^(?=.{1,260}$)([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/i;

/** Without PUBLIC_URL, the host of the request is enough to try the product out, but must not be cached. */
function siteOf(config: Config, request: Request): string | undefined {
  if (config.publicUrl) return config.publicUrl;
  const host = request.headers.get('host') ?? '';
  return HOST.test(host) ? `http://${host}` : undefined;
}

const textResponse = (config: Config, type: string, body: string | Blob) =>
  new Response(body, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': config.publicUrl ? 'public, max-age=3600' : 'no-store',
    },
  });

export function robots(config: Config, request: Request): Response {
  const site = siteOf(config, request);
  const paths = [...UNLISTED_PATHS, '/api/', '/trpc/', '/embed/'];
  const lines = ['User-agent: *', ...paths.map((path) => `Disallow: ${path}`)];
  if (site) lines.push('', `Sitemap: ${site}/sitemap.xml`);
  return textResponse(config, 'text/plain', `${lines.join('\n')}\n`);
}

/** The limit of the protocol (sitemaps.org). */
const URLS_PER_FILE = 50_000;

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const XML = '<?xml version="1.0" encoding="UTF-8"?>';

/** By the version of the events, which changes daily. Only for the site of PUBLIC_URL. */
const filesByVersion = new WeakMap<Version, Blob[]>();

type SitemapSource = {
  snapshots: Pick<Snapshots, 'find'>;
  /** Whose read it is when a sitemap is made. */
  client: Client;
  /** Charged when a sitemap is made. */
  budget: WorkBudget;
};

/** Throws `request.too_many`. */
async function sitemapFiles(config: Config, site: string, source: SitemapSource): Promise<Blob[]> {
  const events = await source.snapshots.find(READS.events)?.read();
  if (!events) throw new Error('There is no cached read of the events.');
  const { version } = events;
  const cached = filesByVersion.get(version);
  if (cached) return cached;
  source.client.countRead();
  await version.parse();
  const end = await source.budget.begin(source.client);
  try {
    const files = makeFiles(site, version.content(), version.day);
    if (config.publicUrl) filesByVersion.set(version, files);
    return files;
  } finally {
    end();
  }
}

function makeFiles(site: string, events: readonly PublicEvent[], today: string): Blob[] {
  const entry = (path: string, lastmod = '') =>
    `  <url><loc>${Bun.escapeHTML(`${site}${path}`)}</loc>${lastmod && `<lastmod>${lastmod}</lastmod>`}</url>`;
  const entries = [
    ...INDEXED_PAGES.map((page) => entry(page)),
    ...listedSelections(events, today).map((query) => entry(`/?${query}`)),
    ...events.flatMap(({ url, updated_at }) => (url ? [entry(url, updated_at.slice(0, 10))] : [])),
  ];
  // Encoded once, not for each response.
  const files: Blob[] = [];
  for (let start = 0; start < entries.length; start += URLS_PER_FILE) {
    const urls = entries.slice(start, start + URLS_PER_FILE);
    files.push(new Blob([[XML, `<urlset ${XMLNS}>`, ...urls, '</urlset>', ''].join('\n')]));
  }
  return files;
}

const SITEMAP_PATH = /^\/sitemap(?:-(\d{1,3}))?\.xml$/;

export const isSitemap = (path: string): boolean => SITEMAP_PATH.test(path);

/** `/sitemap.xml`, which is an index of `/sitemap-1.xml` … if there are more URLs than fit one file. */
export async function sitemap(
  config: Config,
  request: Request,
  path: string,
  source: SitemapSource,
): Promise<Response | undefined> {
  const site = siteOf(config, request);
  if (!site) return undefined;
  const files = await sitemapFiles(config, site, source);
  const number = SITEMAP_PATH.exec(path)?.[1];
  if (number || files.length === 1) {
    const file = files[number ? Number(number) - 1 : 0];
    return file === undefined ? undefined : textResponse(config, 'application/xml', file);
  }
  const parts = files.map(
    (_, index) => `  <sitemap><loc>${Bun.escapeHTML(`${site}/sitemap-${index + 1}.xml`)}</loc></sitemap>`,
  );
  const index = [XML, `<sitemapindex ${XMLNS}>`, ...parts, '</sitemapindex>', ''].join('\n');
  return textResponse(config, 'application/xml', index);
}
