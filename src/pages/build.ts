import { join, resolve } from 'node:path';
import type { Encoding } from '../platform/encoding';
import type { Renderer } from '../shared/rendering';

export type StaticFile = {
  type: string;
  etag: string;
  /** Blobs, because their bytes are not copied for each response. */
  bodies: Partial<Record<Encoding, Blob>>;
};

/** The built client: its page, its files by their path (`/assets/main-abc.js`), and what renders pages here. */
export type ClientBuild = {
  page: string;
  files: Map<string, StaticFile>;
  loadRenderer?: () => Promise<Renderer>;
};

/** The bundle of `client/entry-server.tsx`. It stands beside the files of the client and is none of them. */
export const RENDERER = 'renderer.js';

const ENCODED = { '.br': 'br', '.gz': 'gzip' } as const;

/** Reads what the build wrote. Files that it compressed lie beside the plain ones as `.br` and `.gz`. */
export async function readClientBuild(dir: string): Promise<ClientBuild> {
  const files = new Map<string, StaticFile>();
  let page = '';
  let loadRenderer: ClientBuild['loadRenderer'];
  const names = [...new Bun.Glob('**/*').scanSync(dir)].sort();
  const contents = await Promise.all(names.map((name) => Bun.file(`${dir}/${name}`).bytes()));
  for (const [index, name] of names.entries()) {
    const bytes = contents[index] ?? new Uint8Array();
    if (name === 'index.html') page = new TextDecoder().decode(bytes);
    if (name === RENDERER) loadRenderer = () => import(resolve(join(dir, RENDERER)));
    if (name.startsWith('index.html') || name === RENDERER) continue;
    const suffix = (name.match(/\.(br|gz)$/)?.[0] ?? '') as keyof typeof ENCODED | '';
    const path = `/${suffix ? name.slice(0, -suffix.length) : name}`;
    const known = files.get(path) ?? { type: Bun.file(path).type, etag: '', bodies: {} };
    known.bodies[suffix ? ENCODED[suffix] : 'identity'] = new Blob([bytes]);
    if (!suffix) known.etag = etagOf(bytes);
    files.set(path, known);
  }
  if (!page) throw new Error(`There is no built client in ${dir}: run \`bun run build\`.`);
  return { page, files, ...(loadRenderer && { loadRenderer }) };
}

export const etagOf = (bytes: Uint8Array) => `"${Bun.hash(bytes).toString(36)}"`;
