// Served as `/embed.js` and run by other sites: puts a frame in the place of its script element. Write syntax of
// ES2017.
import type { HeightMessage } from './height-message.ts';

const FIRST_HEIGHT = '360px';
const HEIGHT_MAX = 20_000;

const script = document.currentScript as HTMLScriptElement;
const { lopp, startplatser, theme } = script.dataset;
const { origin } = new URL(script.src);

const path =
  startplatser === undefined ? '/embed/lopp' : `/embed/lopp/${encodeURIComponent(startplatser)}/startplatser`;
const params = new URLSearchParams(startplatser === undefined ? lopp : '');
if (theme) params.set('theme', theme);

const frame = document.createElement('iframe');
frame.title = startplatser === undefined ? 'Lopp' : 'Startplatser';
frame.loading = 'lazy';
frame.src = `${origin}${path}?${params}`;
// Not as an attribute, which a content security policy may forbid.
Object.assign(frame.style, {
  boxSizing: 'border-box',
  display: 'block',
  width: '100%',
  height: FIRST_HEIGHT,
  minHeight: '80px',
  border: '0',
  borderRadius: '14px',
});

addEventListener('message', (event) => {
  const { type, height }: HeightMessage = Object(event.data);
  if (event.source !== frame.contentWindow || event.origin !== origin) return;
  if (type === 'loppkalendern:height' && height > 0 && height <= HEIGHT_MAX)
    frame.style.height = `${height}px`;
});

script.replaceWith(frame);
