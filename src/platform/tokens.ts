import { sha256 } from 'oslo/crypto';
import { base64url, encodeHex } from 'oslo/encoding';

/** A new token: 256 random bits in base64url, shown once (D8). */
export const newToken = (): string =>
  base64url.encode(crypto.getRandomValues(new Uint8Array(32)), { includePadding: false });

/** How a token is kept: SHA-256, in hex (D8). */
export const hashToken = async (token: string): Promise<string> =>
  encodeHex(await sha256(new TextEncoder().encode(token)));
