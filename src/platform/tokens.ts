import { sha256 } from 'oslo/crypto';
import { base64url, encodeHex } from 'oslo/encoding';

/** 256 random bits in base64url. */
export const newToken = (): string =>
  base64url.encode(crypto.getRandomValues(new Uint8Array(32)), { includePadding: false });

/** Returns the SHA-256 in hex. Only this is stored, never the token. */
export const hashToken = async (token: string): Promise<string> =>
  encodeHex(await sha256(new TextEncoder().encode(token)));
