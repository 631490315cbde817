import { isFeed, racePathOfFile } from '#src/shared/feeds.ts';

type InlineKind = 'script' | 'style';

const INLINE: Record<InlineKind, RegExp> = {
  script: /<script>([\s\S]*?)<\/script>/g,
  style: /<style[^>]*>([\s\S]*?)<\/style>/g,
};

const inlineHashes = (html: string, kind: InlineKind): string[] =>
  [...html.matchAll(INLINE[kind])].map(
    ([, text = '']) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`,
  );

/**
 * The hashes of the styles that sonner, the toast library, adds when it loads: first an empty element, then its text. A
 * test compares the hash with the installed version.
 */
export const SONNER_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
];

/** Banners may be loaded from any https URL, map tiles from the configured origin. */
export function securityHeaders({
  page,
  tileUrl,
  isHttps,
}: {
  page: string;
  tileUrl: string | undefined;
  isHttps: boolean;
}): Record<string, string> {
  // Remove the braces of placeholders, so that the URL can be parsed. Only its origin is used.
  const tileOrigins = tileUrl ? [URL.parse(tileUrl.replace(/[{}]/g, ''))?.origin ?? ''] : [];
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineHashes(page, 'script')],
    'style-src': ["'self'", ...inlineHashes(page, 'style'), ...SONNER_STYLES],
    'img-src': ["'self'", 'https:', ...tileOrigins],
    'media-src': ["'self'", 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    // Without scripts, the filters are sent as a form.
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // Strings can never be used as markup or scripts.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  return {
    'content-security-policy': policyOf(policy),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Map tile servers require a referrer, but only the origin is sent.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

const policyOf = (policy: Record<string, readonly string[]>) =>
  Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

const ALLOW_NOTHING = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** API responses and the files of pages never run as a page, even if a browser opens them directly. */
const DATA_POLICY = { 'content-security-policy': policyOf({ ...ALLOW_NOTHING, sandbox: [] }) };

/** The API documentation needs only a style sheet and an empty icon. */
const DOCS_POLICY = {
  'content-security-policy': policyOf({ ...ALLOW_NOTHING, 'style-src': ["'self'"], 'img-src': ['data:'] }),
};

/** The pages that are opened with a mailed token, in their path or fragment. */
const TOKEN_PAGE =
  /^\/((marketplace\/(verify|reset-password|my-data)|rules\/invandning|bevakning|mejl\/stopp)\/.|arrangor\/?$)/i;

export const isTokenPage = (path: string): boolean => TOKEN_PAGE.test(path);

/** Uploads can be displayed but cannot run scripts, even if a browser opens them directly. */
const UPLOAD_POLICY = { 'content-security-policy': "default-src 'none'; sandbox" };

/** Scripts of other sites may read feeds: they are public and the same for everybody. */
const FEED_POLICY = {
  ...DATA_POLICY,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** For the script that puts a frame into other sites, and the pictures of shared links. */
const SHOWN_BY_OTHER_SITES = { 'cross-origin-resource-policy': 'cross-origin' };

/** Returns the headers that override the defaults for embeds. Remove `x-frame-options` too. */
export function embedHeaders(embedPage: string): Record<string, string> {
  const policy = {
    ...ALLOW_NOTHING,
    'script-src': inlineHashes(embedPage, 'script'),
    'style-src': inlineHashes(embedPage, 'style'),
    'font-src': ["'self'"],
    'frame-ancestors': ['*'],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  return {
    'content-security-policy': policyOf(policy),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'cross-origin-resource-policy': 'cross-origin',
    // A site with this policy can only show frames that have it too.
    'cross-origin-embedder-policy': 'require-corp',
  };
}

/** Returns the headers that override the defaults for a path. Pages that are opened with a token send no referrer. */
export function headersOfPath(path: string): Record<string, string> {
  if (isFeed(path) || racePathOfFile(path)) return FEED_POLICY;
  if (path.startsWith('/uploads/')) return UPLOAD_POLICY;
  if (path === '/embed.js' || path.startsWith('/share/')) return SHOWN_BY_OTHER_SITES;
  if (path === '/api/docs') return DOCS_POLICY;
  if (/^\/(api|trpc|assets)(\/|$)/.test(path)) return DATA_POLICY;
  return isTokenPage(path) ? { 'referrer-policy': 'no-referrer' } : {};
}
