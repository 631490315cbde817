import type { FileOperation } from '#src/platform/procedure/files.ts';
import type { Operation } from '#src/platform/procedure/operations.ts';
import { isEmbedPath } from '#src/shared/embeds.ts';
import { isFeed, racePathOfFile } from '#src/shared/feeds.ts';

const TRPC = '/trpc/';
const OWN_NAMES: Record<string, string> = {
  '/api/health': 'health',
  '/api/ready': 'health',
  '/api/metrics': 'metrics',
  '/api/openapi.json': 'docs',
  '/api/docs': 'docs',
  '/api/docs.css': 'docs',
  '/uploads/*': 'upload',
};

/** The caches that are not those of an operation. */
export const PAGE_CACHES = ['page', 'feed', 'embed'];

/**
 * Returns the name of what a request called: that of its operation, or a class such as `page`. There are few names, so
 * that they can be labels of metrics. `route` is the pattern that the request matched.
 */
export function createRouteNames(operations: readonly Operation[], files: readonly FileOperation[]) {
  const procedures = new Set(operations.map(({ name }) => name));
  const names = new Map([
    ...operations.map(({ name, method, path }) => [`${method} /api${path}`, name] as const),
    ...operations.flatMap(({ name, oneClickPath }) =>
      oneClickPath ? [[`POST ${oneClickPath}`, name] as const] : [],
    ),
    ...files.map(({ name, rest }) => [rest.replace(' ', ' /api'), name] as const),
  ]);

  return (method: string, address: string, route: string | undefined): string => {
    const name = names.get(`${method === 'HEAD' ? 'GET' : method} ${route}`) ?? OWN_NAMES[route ?? ''];
    if (name) return name;
    const [path = '', query = ''] = address.split('?', 2);
    if (path.startsWith(TRPC)) {
      if (/(^|&)batch=1(&|$)/.test(query)) return 'batch';
      const procedure = path.slice(TRPC.length);
      return procedures.has(procedure) ? procedure : 'unknown';
    }
    if (route !== '/*') return 'unknown';
    if (path.startsWith('/assets/')) return 'asset';
    if (isFeed(path) || racePathOfFile(path)) return 'feed';
    return isEmbedPath(path) ? 'embed' : 'page';
  };
}
