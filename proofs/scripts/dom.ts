/** Sent to the page as source text, so it must not use anything from outside. */
export function findLiveMarkup(origin: string): { found: string[]; numbers: number[] } {
  const found: string[] = [];
  const texts: string[] = [];
  const FORBIDDEN =
    'iframe,frame,frameset,object,embed,applet,base,math,foreignObject,portal,noembed,xmp,plaintext,marquee,style,' +
    'meta[http-equiv],link[rel=import],animate,set,use,[srcdoc],[formaction],[background],[ping],form[action],[is]';
  const ADDRESSES = ['href', 'xlink:href', 'src', 'action', 'data', 'poster', 'srcset', 'cite'];
  const SCRIPTED = /^(javascript|vbscript|livescript|mocha|data:(?!image\/(png|jpeg|webp|gif)))/i;
  const shorten = (element: Element) => element.outerHTML.slice(0, 160);

  // Browsers render JSON in a document with a style of its own.
  const isOurs = document.contentType === 'text/html';
  // The page's own stylesheet is in the head, before any text of others.
  const inHead = [...(document.head?.querySelectorAll(':scope > style') ?? [])];
  const own = [
    // Embeds have only one, which the policy allows by its hash.
    inHead.find((style) => style.matches('[data-href="styles"]')) ??
      inHead.find(() => location.pathname.startsWith('/embed/')),
    // The toast library adds its own stylesheet. The policy allows it by its hash.
    inHead.find((style) => style.textContent?.startsWith('[data-sonner-toaster]')),
  ];
  for (const element of isOurs ? document.querySelectorAll(FORBIDDEN) : [])
    if (!own.includes(element as HTMLStyleElement))
      found.push(`a live ${element.localName}: ${shorten(element)}`);
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      texts.push(value);
      if (/^on/i.test(name)) found.push(`an inline handler ${name}: ${shorten(element)}`);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore these characters
      const normalized = value.replace(/[\u0000-\u0020]/g, '');
      if (
        ADDRESSES.includes(name) &&
        SCRIPTED.test(normalized) &&
        !(element.localName === 'link' && normalized === 'data:,')
      )
        found.push(`an address that runs in ${name}: ${shorten(element)}`);
      if (name === 'style' && /url\(|expression|@import|behavior|-moz-binding/i.test(value))
        found.push(`a style that fetches: ${shorten(element)}`);
    }
    if (element.localName === 'script' && isOurs) {
      const { src, type, textContent } = element as HTMLScriptElement;
      const isKnown = src
        ? src.startsWith(`${origin}/assets/`)
        : /^application\/(ld\+)?json$/.test(type) ||
          textContent?.startsWith("try{const t=localStorage.getItem('theme')") ||
          (textContent?.includes('loppkalendern:height') && element === document.body.lastElementChild);
      if (!isKnown) found.push(`a script: ${shorten(element)}`);
    }
    if (element.localName === 'link' && (element as HTMLLinkElement).href !== 'data:,') {
      const { rel, as, href } = element as HTMLLinkElement;
      // The image of the first banner is preloaded, from any host over https.
      const isPicture = rel === 'preload' && as === 'image' && /^https:/.test(href);
      if (!isPicture && !href?.startsWith(origin)) found.push(`a link elsewhere: ${shorten(element)}`);
    }
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      texts.push(element.value);
  }
  // Links to other sites open in a window without access to this one.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (!/^https?:$/.test(link.protocol) || link.origin === origin) continue;
    if (link.target !== '_blank' || !/noopener/.test(link.rel))
      found.push(`a link without noopener: ${shorten(link)}`);
  }
  for (const { href } of document.querySelectorAll<HTMLAnchorElement>('a[href^="mailto:" i]')) {
    if (/^mailto:[^?]*,|[?&](to|cc|bcc|body)=/i.test(href))
      found.push(`a mailto: link with injected fields: ${href.slice(0, 160)}`);
  }
  if (Object.keys(Object.prototype).length > 0 || 'polluted' in {})
    found.push(`a changed prototype: ${Object.keys(Object.prototype)}`);
  texts.push(document.documentElement?.textContent ?? '', document.title);
  const all = texts.join('\n');
  const decoded = all.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const numbers = `${all}\n${decoded}`.match(/(?<!\d)7\d{6}(?!\d)/g) ?? [];
  return { found, numbers: [...new Set(numbers)].map(Number) };
}
