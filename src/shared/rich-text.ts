// What stored HTML may be (D20): the server cleans by these lists when it is saved, the page when it is shown.

/** Bold, italic, lists and line breaks, without attributes; links are seen to by both. */
export const RICH_TAGS = ['b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'p', 'br'] as const;

/** What these hold is no text to read and goes with them; of any other element the words stay. */
export const UNREAD_TAGS = [
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
