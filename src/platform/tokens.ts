/** 256 random bits in base64url. */
export const newToken = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

/** Returns the SHA-256 in hex. Only this is stored, never the token. */
export const hashToken = (token: string): string =>
  new Bun.CryptoHasher('sha256').update(token).digest('hex');
