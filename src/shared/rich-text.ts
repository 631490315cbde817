// The HTML allowed in stored texts. The server sanitizes with these lists when saving, and the client when rendering.

/** Both sanitizers handle links separately. */
export const RICH_TAGS = ['b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'p', 'br'] as const;

/** Elements whose content is removed with them. For other disallowed elements, the text is kept. */
export const DROPPED_TAGS = [
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'textarea',
  'select',
  'title',
  'svg',
  'math',
  'audio',
  'video',
  'canvas',
] as const;
