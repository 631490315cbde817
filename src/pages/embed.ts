import type { Theme } from '#src/shared/embeds.ts';
import type { RenderedEmbed } from '#src/shared/rendering.ts';
import type { ClientBuild } from './build.ts';

export const embedHtmlOf = (
  { embedPage = '' }: Pick<ClientBuild, 'embedPage'>,
  { html, title, theme }: RenderedEmbed,
): string =>
  embedPage
    .replace('<html lang="sv">', (tag) => (theme ? `<html lang="sv" data-theme="${theme}">` : tag))
    .replace('<title></title>', () => `<title>${Bun.escapeHTML(title)}</title>`)
    .replace('<!-- content -->', () => html);

const MESSAGES: Record<number, string> = {
  404: 'Sidan finns inte.',
  410: 'Loppet finns inte längre.',
};
const UNAVAILABLE = 'Det här kan inte visas just nu. Försök igen om en stund.';

/** What a frame shows instead of its content. */
export function embedMessage(siteName: string, status: number, theme: Theme | undefined): RenderedEmbed {
  const name = Bun.escapeHTML(siteName);
  const link = `<a href="/" target="_blank" rel="noopener">Till kalendern</a>`;
  const text = MESSAGES[status] ?? UNAVAILABLE;
  return {
    html: `<main><h1 class="type-section">${name}</h1><p class="embed-empty">${text} ${link}</p></main>`,
    title: siteName,
    theme,
  };
}
