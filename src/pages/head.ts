import type { Config } from '../platform/config';
import { pageOf } from '../shared/pages';
import type { PageHead } from '../shared/rendering';
import { textsOf } from './texts';

export function headOf(config: Config, path: string, head?: PageHead): string {
  const page = pageOf(path);
  const { isIndexed, ...texts } = textsOf(page);
  const { title, description } = head ?? texts;
  const name = Bun.escapeHTML(title ? `${title} – ${config.siteName}` : config.siteName);
  const tags = [
    `<title>${name}</title>`,
    `<meta name="description" content="${Bun.escapeHTML(description)}" />`,
  ];
  // Pages with a token in their path, or behind a login, must not be indexed.
  if (!isIndexed) tags.push('<meta name="robots" content="noindex" />');
  else if (config.publicUrl)
    tags.push(
      `<link rel="canonical" href="${Bun.escapeHTML(`${config.publicUrl}${head?.path ?? page}`)}" />`,
    );
  return tags.join('\n    ');
}
