import { join } from 'node:path';
import type { Context } from '#src/platform/context.ts';
import { createMailTransport } from '#src/platform/mail/transport.ts';
import { type ComposedSample, SAMPLE_TIME } from './mail-samples.ts';
import { mailbox, type ReadMail } from './mails.ts';

const WIDTHS = [390, 800];
const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

type Sample = Omit<ComposedSample, 'mail'> & { mail: ReadMail };

/** The pages that show the mails, by path. Shows what is sent: each mail is written to a file and read again. */
export async function previewPages(
  { config, log }: Context,
  siteUrl: string,
  composed: ComposedSample[],
): Promise<Map<string, string>> {
  const transport = createMailTransport(config, log, siteUrl);
  const outbox = mailbox(join(config.dataDir, 'outbox'));
  const { signal } = new AbortController();
  const ids = composed.map(() => Bun.randomUUIDv7());
  for (const [index, { mail }] of composed.entries())
    await transport.send({ id: ids[index] ?? '', createdAt: SAMPLE_TIME, mail }, signal);
  transport.close();
  const read = await outbox.all();
  const samples = composed.flatMap(({ kind, variant }, index) => {
    const mail = read.find(({ messageId }) => messageId?.includes(ids[index] ?? ''));
    return mail ? [{ kind, variant, mail }] : [];
  });
  return new Map([
    ['/', listPage(samples)],
    ...samples.flatMap((sample, index) => [
      [`/${index + 1}`, mailPage(sample, index + 1)] as const,
      ...SCHEMES.map(
        (scheme) => [`/${index + 1}/${scheme}`, inScheme(sample.mail.html ?? '', scheme)] as const,
      ),
    ]),
  ]);
}

/** The same in every browser, whatever the theme of the system. */
const inScheme = (html: string, scheme: Scheme): string =>
  html
    .replace('@media (prefers-color-scheme:dark)', scheme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('light dark', scheme);

const escapeHtml = (text: string): string => Bun.escapeHTML(text);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>
:root{color-scheme:light dark} body{font:15px/1.5 system-ui,sans-serif;margin:24px} td,th{padding:4px 24px 4px 0;text-align:left;vertical-align:top}
pre{white-space:pre-wrap;max-width:80ch} pre,td{overflow-wrap:anywhere} .mails{display:flex;flex-wrap:wrap;gap:24px} iframe{border:1px solid gray;height:900px}
</style>
<h1>${escapeHtml(title)}</h1>
${body}</html>`;

const listPage = (samples: Sample[]): string =>
  page(
    'Mails',
    `<table>${samples
      .map(
        ({ kind, variant, mail }, index) =>
          `<tr><td>${kind}<td>${escapeHtml(variant)}<td><a href="/${index + 1}">${escapeHtml(mail.subject ?? '')}</a>`,
      )
      .join('\n')}</table>`,
  );

const mailPage = ({ kind, variant, mail }: Sample, number: number): string =>
  page(
    mail.subject ?? '',
    `<p>${kind} ${escapeHtml(variant)} · <a href="/${number - 1 || ''}">Previous</a> · <a href="/">All</a> · <a href="/${number + 1}">Next</a></p>
<table>${mail.headers.map(({ originalKey, value }) => `<tr><th>${escapeHtml(originalKey)}<td>${escapeHtml(value)}`).join('\n')}</table>
<div class="mails">${SCHEMES.flatMap((scheme) =>
      WIDTHS.map(
        (width) =>
          `<iframe src="/${number}/${scheme}" width="${width}" title="${scheme}, ${width} px" onload="this.style.height=this.contentDocument.documentElement.scrollHeight+2+'px'"></iframe>`,
      ),
    ).join('\n')}</div>
<pre>${escapeHtml(mail.text ?? '')}</pre>`,
  );
