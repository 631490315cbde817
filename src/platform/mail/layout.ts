import type { Mail, MailSection } from '#src/platform/mail.ts';
import { oneLine } from '#src/shared/text.ts';

export type Site = { siteName: string; siteUrl: string };

/** Renders the two parts of a mail: plain text, and responsive HTML with a light and a dark theme. */
export const renderMail = (mail: Mail, site: Site) => ({
  text: renderText(mail, site),
  html: renderHtml(mail, site),
});

const greeting = (name: string) => (name ? `Hej ${oneLine(name)}!` : 'Hej!');

/** The lines of a fact, without empty ones and without a line break at an end. */
const linesOf = (value: string): string[] => value.split('\n').map(oneLine).filter(Boolean);

/** Puts user text on one line, or indented below its label, so that it cannot add paragraphs to our mails. */
function renderText(
  {
    name,
    paragraphs,
    sections = [],
    facts = [],
    afterFacts = [],
    button,
    secondaryLink,
    notes,
    footerLinks = [],
  }: Mail,
  site: Site,
): string {
  return [
    greeting(name),
    ...paragraphs.map(oneLine),
    ...sections.flatMap(({ title, items }) => [
      oneLine(title).toUpperCase(),
      ...items.map((item) => [item.title, ...item.lines, item.url].map(oneLine).join('\n')),
    ]),
    facts.map(({ label, value }) => `${label}: ${linesOf(value).join('\n  ')}`).join('\n'),
    ...afterFacts.map(oneLine),
    `${button.label}:\n${button.url}`,
    secondaryLink && `${secondaryLink.label}:\n${secondaryLink.url}`,
    ...notes,
    ...footerLinks.map(({ label, url }) => `${label}:\n${url}`),
    `-- \n${site.siteName}\n${site.siteUrl}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

const SHORT_URL_MAX = 48;

const escapeHtml = (text: string): string => Bun.escapeHTML(text);

// Styles are inline, for mail clients that ignore style sheets. The style sheet only adds the dark theme.
const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TEXT = `margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#11201a`;
const SMALL = `margin:0 0 12px;${FONT};font-size:14px;line-height:20px;color:#43524b`;
const BREAK = 'word-break:break-word;overflow-wrap:anywhere';
const DARK = `
@media (prefers-color-scheme:dark){
.page{background:#0c1410!important}
.card{background:#15201b!important;border-color:#2a3931!important}
.ink,.ink td{color:#eef4ef!important}
.soft{color:#b9c7bf!important}
.link{color:#d5ebdf!important}
.fact{border-color:#2a3931!important}
.button{background:#d5ebdf!important;color:#0c1f18!important}
}`;

function renderHtml(mail: Mail, { siteName, siteUrl }: Site): string {
  const {
    name,
    subject,
    preheader,
    paragraphs,
    sections = [],
    facts = [],
    afterFacts = [],
    button,
    secondaryLink,
    notes,
    footerLinks = [],
  } = mail;
  return `<!doctype html>
<html lang="sv">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f2f5f1;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<div class="page" style="padding:24px 16px;background:#f2f5f1">
<div role="main" style="max-width:560px;margin:0 auto;${BREAK}">
${paragraph(siteName, `${TEXT};font-weight:700;border-left:4px solid #f25a06;padding-left:10px`, 'ink')}
<div class="card" style="background:#ffffff;border:1px solid #d8dfd7;border-radius:14px;padding:24px 20px">
<h1 class="ink" style="${TEXT};font-size:22px;line-height:28px;font-weight:700">${escapeHtml(greeting(name))}</h1>
${paragraphs.map((text) => paragraph(text, TEXT, 'ink')).join('\n')}
${sections.map(section).join('\n')}
${facts.length > 0 ? factTable(facts) : ''}
${afterFacts.map((text) => paragraph(text, TEXT, 'ink')).join('\n')}
<p style="margin:24px 0"><a class="button" href="${escapeHtml(button.url)}" style="display:inline-block;padding:13px 22px;border-radius:10px;background:#113f32;color:#ffffff;${FONT};font-size:16px;line-height:22px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></p>
${sections.length > 0 ? '' : `<p class="soft" style="${SMALL}">Går det inte att trycka på knappen? Öppna länken i stället: ${link(button.url, shortUrl(button.url))}</p>`}
${secondaryLink ? `<p class="ink" style="${TEXT}">${link(secondaryLink.url, secondaryLink.label)}</p>` : ''}
</div>
<div style="padding:20px 20px 0">
${notes.map((text) => paragraph(text, SMALL, 'soft')).join('\n')}
${footerLinks.map(({ label, url }) => `<p class="soft" style="${SMALL}">${link(url, label)}</p>`).join('\n')}
<p class="soft" style="${SMALL}">${link(siteUrl, siteName)}</p>
</div>
</div>
</div>
</body>
</html>
`;
}

const paragraph = (text: string, style: string, className: string) =>
  `<p class="${className}" style="${style}">${escapeHtml(text)}</p>`;

const link = (url: string, label: string) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:#113f32;text-decoration:underline;${BREAK}">${escapeHtml(label)}</a>`;

/** The host and path, without what only programs read. */
function shortUrl(url: string): string {
  const [shown = ''] = url.replace(/^https?:\/\//, '').split(/[?#]/);
  return shown.length > SHORT_URL_MAX ? `${shown.slice(0, SHORT_URL_MAX)}…` : shown;
}

const LINE = 'border-top:1px solid #d8dfd7';

const section = ({
  title,
  items,
}: MailSection): string => `<h2 class="ink" style="${TEXT};margin:24px 0 8px;font-size:18px;font-weight:700">${escapeHtml(title)}</h2>
${items.map(sectionItem).join('\n')}`;

/** The first line says what happened, so it stands out from the others. */
const sectionItem = ({ title, url, lines: [first = '', ...others] }: MailSection['items'][number]): string =>
  `<p class="ink fact" style="${TEXT};margin:0;padding:12px 0;${LINE}"><strong>${link(url, title)}</strong><br>${escapeHtml(oneLine(first))}${others
    .map((line) => `<br><span class="soft" style="${SMALL}">${escapeHtml(oneLine(line))}</span>`)
    .join('')}</p>`;

function factTable(facts: { label: string; value: string }[]): string {
  const cell = `padding:9px 0;${LINE};${FONT};font-size:16px;line-height:22px;vertical-align:top`;
  const rows = facts.map(
    ({ label, value }) => `<tr>
<th scope="row" class="soft fact" style="${cell};width:1%;padding-right:24px;text-align:left;font-weight:400;color:#43524b;white-space:nowrap">${escapeHtml(label)}</th>
<td class="fact" style="${cell};font-weight:600;color:#11201a;${BREAK}">${linesOf(value).map(escapeHtml).join('<br>')}</td>
</tr>`,
  );
  return `<table class="ink" style="width:100%;border-collapse:collapse;margin:0 0 16px">${rows.join('\n')}</table>`;
}
