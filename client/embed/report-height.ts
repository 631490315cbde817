// The only script of an embed. It runs in the frame and tells `loader.ts` how high the content is.
import type { HeightMessage } from './height-message.ts';

const report = () => {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  const message: HeightMessage = { type: 'loppkalendern:height', height };
  parent.postMessage(message, '*');
};

// Reports at once, and after each change.
new ResizeObserver(report).observe(document.body);
