/**
 * Runs in the page: what is alive in the document that the product does not put there, and the numbers of the payloads
 * that stand in it. It is sent as text, so it uses nothing from outside itself.
 */
export function livesIn(origin: string): { found: string[]; numbers: number[] } {
  const found: string[] = [];
  const texts: string[] = [];
  const FORBIDDEN =
    'iframe,frame,frameset,object,embed,applet,base,math,foreignObject,portal,noembed,xmp,plaintext,marquee,style,' +
    'meta[http-equiv],link[rel=import],animate,set,use,[srcdoc],[formaction],[background],[ping],form[action],[is]';
  const ADDRESSES = ['href', 'xlink:href', 'src', 'action', 'data', 'poster', 'srcset', 'cite'];
  const SCRIPTED = /^(javascript|vbscript|livescript|mocha|data:(?!image\/(png|jpeg|webp|gif)))/i;
  const told = (element: Element) => element.outerHTML.slice(0, 160);

  // A document that the browser makes of JSON itself has a style of its own.
  const isOurs = document.contentType === 'text/html';
  // The page's own stylesheet stands in its head, before anything that others wrote.
  const inHead = [...(document.head?.querySelectorAll(':scope > style') ?? [])];
  const own = [
    inHead.find((style) => style.matches('[data-href="styles"]')),
    // The library of the toasts adds its own. The policy allows it by its hash.
    inHead.find((style) => style.textContent?.startsWith('[data-sonner-toaster]')),
  ];
  for (const element of isOurs ? document.querySelectorAll(FORBIDDEN) : [])
    if (!own.includes(element as HTMLStyleElement))
      found.push(`a live ${element.localName}: ${told(element)}`);
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      texts.push(value);
      if (/^on/i.test(name)) found.push(`an inline handler ${name}: ${told(element)}`);
      // What a browser leaves out of an address before it reads its scheme.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers leave these out
      const read = value.replace(/[\u0000-\u0020]/g, '');
      if (
        ADDRESSES.includes(name) &&
        SCRIPTED.test(read) &&
        !(element.localName === 'link' && read === 'data:,')
      )
        found.push(`an address that runs in ${name}: ${told(element)}`);
      if (name === 'style' && /url\(|expression|@import|behavior|-moz-binding/i.test(value))
        found.push(`a style that fetches: ${told(element)}`);
    }
    if (element.localName === 'script' && isOurs) {
      const { src, type, textContent } = element as HTMLScriptElement;
      const isKnown = src
        ? src.startsWith(`${origin}/assets/`)
        : type === 'application/json' || textContent?.startsWith("try{const t=localStorage.getItem('theme')");
      if (!isKnown) found.push(`a script: ${told(element)}`);
    }
    if (element.localName === 'link' && (element as HTMLLinkElement).href !== 'data:,') {
      const { rel, as, href } = element as HTMLLinkElement;
      // The picture of the first banner is asked for ahead; it may come from anywhere by https.
      const isPicture = rel === 'preload' && as === 'image' && /^https:/.test(href);
      if (!isPicture && !href?.startsWith(origin)) found.push(`a link elsewhere: ${told(element)}`);
    }
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      texts.push(element.value);
  }
  // A link of somebody else's opens in a window that does not know this one.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (!/^https?:$/.test(link.protocol) || link.origin === origin) continue;
    if (link.target !== '_blank' || !/noopener/.test(link.rel))
      found.push(`a link without noopener: ${told(link)}`);
  }
  for (const { href } of document.querySelectorAll<HTMLAnchorElement>('a[href^="mailto:" i]')) {
    if (/^mailto:[^?]*,|[?&](to|cc|bcc|body)=/i.test(href))
      found.push(`a letter that is steered: ${href.slice(0, 160)}`);
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
