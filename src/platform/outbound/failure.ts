/**
 * Why a foreign address could not be fetched. `dns` means that the name does not exist, `timeout` also that no name
 * server replied. `private` is an address or port that must not be requested, `redirect` too many redirects or one to
 * no web address or one that is too long, `robots` a page that robots.txt excludes, `unreadable` a body that cannot be
 * decompressed.
 */
type OutboundReason =
  | 'dns'
  | 'tls'
  | 'refused'
  | 'timeout'
  | 'too_large'
  | 'private'
  | 'redirect'
  | 'robots'
  | 'unreadable';

export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  constructor(
    readonly reason: OutboundReason,
    options?: ErrorOptions,
  ) {
    super(`A foreign address could not be fetched: ${reason}.`, options);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const TLS_CODES = /^(CERT_|ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|INVALID_CA)/;

/** Names without an address. Other failures are those of the name server. */
const UNKNOWN_NAME = /^(ENOTFOUND|ENODATA|EAI_NONAME|EAI_NODATA|DNS_ENOTFOUND|DNS_ENODATA)$/;

export const reasonOfLookup = (error: unknown): OutboundReason =>
  UNKNOWN_NAME.test(codeOf(error)) ? 'dns' : 'timeout';

export function reasonOfConnection(error: unknown): OutboundReason {
  const code = codeOf(error);
  if (TLS_CODES.test(code)) return 'tls';
  if (/^(Z_|ERR__?ZSTD|ERR_BROTLI|ERR_PADDING)/.test(code)) return 'unreadable';
  return code === 'ETIMEDOUT' ? 'timeout' : 'refused';
}
