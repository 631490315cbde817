import { join, resolve } from 'node:path';
import type { Encoding } from '#src/platform/http/encoding.ts';
import type { Renderer } from '#src/shared/rendering.ts';

export type StaticFile = {
  type: string;
  etag: string;
  /** ISO instant, sent as `Last-Modified`. `If-Modified-Since` is ignored: a deletion does not change it. */
  lastModified?: string | undefined;
  /** Blobs, because their bytes are not copied for each response. */
  bodies: Partial<Record<Encoding, Blob>>;
};

export type ClientBuild = {
  /** The HTML of a page without content. */
  page: string;
  /** The HTML of an embed without content. */
  embedPage?: string;
  /** By path, such as `/assets/main-abc.js`. */
  files: Map<string, StaticFile>;
  /** By the source file of a page: the paths of the scripts that only this page needs. */
  preloads?: Record<string, string[]>;
  loadRenderer?: () => Promise<Renderer>;
};

/** Holds the bundle of `client/entry-server.tsx`, which is not served. */
export const RENDERER = 'renderer';
export const PRELOADS = 'preloads.json';
export const EMBED_PAGE = 'embed.html';

const ENCODING_OF_SUFFIX = { '.br': 'br', '.gz': 'gzip' } as const;

/** Throws if the client has not been built. */
export async function readClientBuild(dir: string): Promise<ClientBuild> {
  if (!(await Bun.file(`${dir}/index.html`).exists()))
    throw new Error(`No client build found in ${dir}. Run \`bun run build\`.`);
  const files = new Map<string, StaticFile>();
  let page = '';
  let embedPage = '';
  let preloads: ClientBuild['preloads'];
  const renderer = resolve(join(dir, RENDERER, 'entry-server.js'));
  const hasRenderer = await Bun.file(renderer).exists();
  const names = [...new Bun.Glob('**/*').scanSync(dir)]
    .filter((name) => !name.startsWith(`${RENDERER}/`))
    .sort();
  const contents = await Promise.all(names.map((name) => Bun.file(`${dir}/${name}`).bytes()));
  for (const [index, name] of names.entries()) {
    const bytes = contents[index] ?? new Uint8Array();
    if (name === 'index.html') page = new TextDecoder().decode(bytes);
    if (name === EMBED_PAGE) embedPage = new TextDecoder().decode(bytes);
    if (name === PRELOADS) preloads = JSON.parse(new TextDecoder().decode(bytes));
    if (name.startsWith('index.html') || name === EMBED_PAGE || name === PRELOADS) continue;
    const suffix = (name.match(/\.(br|gz)$/)?.[0] ?? '') as keyof typeof ENCODING_OF_SUFFIX | '';
    const path = `/${suffix ? name.slice(0, -suffix.length) : name}`;
    const staticFile = files.get(path) ?? { type: Bun.file(path).type, etag: '', bodies: {} };
    staticFile.bodies[suffix ? ENCODING_OF_SUFFIX[suffix] : 'identity'] = new Blob([bytes]);
    if (!suffix) staticFile.etag = etagOf(bytes);
    files.set(path, staticFile);
  }
  return {
    page,
    embedPage,
    files,
    ...(preloads && { preloads }),
    ...(hasRenderer && { loadRenderer: async () => (await import(renderer)).renderer }),
  };
}

export const etagOf = (bytes: Uint8Array) => `"${Bun.hash(bytes).toString(36)}"`;
