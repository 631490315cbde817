// The HTML allowed in stored texts. The server sanitizes with these lists when saving, and the client when rendering.

/** Both sanitizers handle links separately. */
export const RICH_TAGS = ['b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'p', 'br'] as const;

/** Elements that are removed with their content. Other disallowed elements lose their tags but keep their text. */
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
