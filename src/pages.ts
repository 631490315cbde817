import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Elysia } from 'elysia';
import type { Config } from './platform/config';
import { type Encoding, encodingFor, isKnownTo } from './platform/encoding';
import type { ClientConfig } from './shared/client-config';
import { AppError } from './shared/errors';
import { isPage } from './shared/pages';

type StaticFile = { type: string; etag: string; bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>> };

/** The built client: its page, and its files by their path (`/assets/main-abc.js`). */
export type ClientBuild = { page: string; files: Map<string, StaticFile> };

const IMMUTABLE = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=3600';
const ENCODED = { '.br': 'br', '.gz': 'gzip' } as const;

/** Reads what the build wrote. Files that it compressed lie beside the plain ones as `.br` and `.gz`. */
export async function readClientBuild(dir: string): Promise<ClientBuild> {
  const files = new Map<string, StaticFile>();
  let page = '';
  for (const name of [...new Bun.Glob('**/*').scanSync(dir)].sort()) {
    const file = Bun.file(`${dir}/${name}`);
    if (name === 'index.html') page = await file.text();
    if (name.startsWith('index.html')) continue;
    const suffix = (name.match(/\.(br|gz)$/)?.[0] ?? '') as keyof typeof ENCODED | '';
    const path = `/${suffix ? name.slice(0, -suffix.length) : name}`;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const known = files.get(path) ?? { type: Bun.file(path).type, etag: '', bodies: {} };
    known.bodies[suffix ? ENCODED[suffix] : 'identity'] = bytes;
    if (!suffix) known.etag = etagOf(bytes);
    files.set(path, known);
  }
  if (!page) throw new Error(`There is no built client in ${dir}: run \`bun run build\`.`);
  return { page, files };
}

const etagOf = (bytes: Uint8Array) => `"${Bun.hash(bytes).toString(36)}"`;

/** Serves the pages of section 2 and the client's files; any other path is the 404 page. */
export function pages(build: ClientBuild, config: Config) {
  const page = build.page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${Bun.escapeHTML(config.siteName)}</title>`)
    .replace('%CLIENT_CONFIG%', () => dataBlock(config));
  const html = fileOf('text/html; charset=utf-8', page);
  return new Elysia({ name: 'pages' }).all('/*', ({ request, path }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('request.not_found');
    const file = build.files.get(path);
    if (file) return answer(request, file, path.startsWith('/assets/') ? IMMUTABLE : SHORT);
    return answer(request, html, 'no-cache', isPage(path) ? 200 : 404);
  });
}

/** JSON that stands in HTML: nothing in it may end the block (D38). */
export function dataBlock(config: Config): string {
  const data: ClientConfig = {
    site_name: config.siteName,
    map_tile_url: config.mapTileUrl ?? null,
    map_tile_attribution: config.mapTileAttribution ?? null,
    identity_check_word: config.identityCheckWord,
    identity_check_url: config.identityCheckUrl,
    retention_days: config.retentionDays,
  };
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function fileOf(type: string, text: string): StaticFile {
  const identity = new TextEncoder().encode(text);
  return {
    type,
    etag: etagOf(identity),
    bodies: {
      identity,
      br: new Uint8Array(brotliCompressSync(identity)),
      gzip: new Uint8Array(gzipSync(identity)),
    },
  };
}

function answer(request: Request, file: StaticFile, caching: string, status = 200): Response {
  const encoding = encodingFor(request, (name) => file.bodies[name] !== undefined);
  // Each encoding is another sequence of bytes, so it has a tag of its own.
  const etag = encoding === 'identity' ? file.etag : `${file.etag.slice(0, -1)}-${encoding}"`;
  const headers: Record<string, string> = {
    'content-type': file.type,
    'cache-control': caching,
    etag,
    vary: 'accept-encoding',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  if (status === 200 && isKnownTo(request, etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(file.bodies[encoding], { status, headers });
}
