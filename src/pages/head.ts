import type { Config } from '../platform/config';
import { pageOf } from '../shared/pages';
import { textsOf } from './texts';

/** What search engines read of a page: its title, what it is about, and its own address. */
export function headOf(config: Config, path: string): string {
  const page = pageOf(path);
  const { title, description, isForAll } = textsOf(page);
  const name = Bun.escapeHTML(title ? `${title} – ${config.siteName}` : config.siteName);
  const tags = [
    `<title>${name}</title>`,
    `<meta name="description" content="${Bun.escapeHTML(description)}" />`,
  ];
  // What stands under another's token, or after a login, is nothing to be found.
  if (!isForAll) tags.push('<meta name="robots" content="noindex" />');
  else if (config.publicUrl)
    tags.push(`<link rel="canonical" href="${Bun.escapeHTML(`${config.publicUrl}${page}`)}" />`);
  return tags.join('\n    ');
}
