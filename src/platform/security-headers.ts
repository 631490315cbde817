type Inline = 'script' | 'style';

const INLINE: Record<Inline, RegExp> = {
  script: /<script>([\s\S]*?)<\/script>/g,
  style: /<style[^>]*>([\s\S]*?)<\/style>/g,
};

/** The inline scripts or styles of a page, by the hashes that a Content-Security-Policy allows them with. */
export const inlineHashes = (html: string, kind: Inline): string[] =>
  [...html.matchAll(INLINE[kind])].map(
    ([, text = '']) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`,
  );

/**
 * The styles that sonner, the library of the toasts, adds when it is loaded: first an empty element, then its text. A test
 * compares the hash with the installed version.
 */
export const SONNER_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

/** The headers of every answer. Banners may come from anywhere by https, map tiles from where they are configured. */
export function securityHeaders({
  page,
  tileUrl,
  isHttps,
}: {
  page: string;
  tileUrl: string | undefined;
  isHttps: boolean;
}): Record<string, string> {
  // `{s}.example.org` is not a host yet; only a plain origin can be named.
  const tiles = tileUrl ? [URL.parse(tileUrl.replace(/[{}]/g, ''))?.origin ?? ''] : [];
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineHashes(page, 'script')],
    'style-src': ["'self'", ...inlineHashes(page, 'style'), ...SONNER_STYLES],
    'img-src': ["'self'", 'https:', ...tiles],
    'media-src': ["'self'", 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    // Every form is sent by a script.
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    // No text becomes markup or a script anywhere.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  return {
    'content-security-policy': policyOf(policy),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Map tiles ask for a referrer; paths and queries stay here.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

const policyOf = (policy: Record<string, readonly string[]>) =>
  Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

const NOTHING = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Data that is opened by itself is no page, whatever it says and whoever takes it for one. */
const DATA_POLICY = { 'content-security-policy': policyOf({ ...NOTHING, sandbox: [] }) };

/** The description of the API is words and a style sheet; its icon is none. */
const DOCS_POLICY = {
  'content-security-policy': policyOf({ ...NOTHING, 'style-src': ["'self'"], 'img-src': ['data:'] }),
};

/** The pages whose path contains a token that was mailed. */
const TOKEN_PAGE = /^\/marketplace\/(verify|reset-password|my-data)\/./i;

/** An upload is shown, and whatever is in it does nothing, opened by itself either (D21). */
const UPLOAD_POLICY = { 'content-security-policy': "default-src 'none'; sandbox" };

/** The headers that a path has instead: where a token stands in it, no request that its page makes tells it (D8). */
export function headersOfPath(path: string): Record<string, string> {
  if (path.startsWith('/uploads/')) return UPLOAD_POLICY;
  if (path === '/api/docs') return DOCS_POLICY;
  if (/^\/(api|trpc)(\/|$)/.test(path)) return DATA_POLICY;
  return TOKEN_PAGE.test(path) ? { 'referrer-policy': 'no-referrer' } : {};
}
