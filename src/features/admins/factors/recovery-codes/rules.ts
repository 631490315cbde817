import { base32 } from 'oslo/encoding';

export const RECOVERY_CODE_COUNT = 10;

const CODE_BYTES = 10;

/** 80 random bits, so that a plain hash of the code cannot be reversed. */
function newRecoveryCode(): string {
  const code = base32.encode(crypto.getRandomValues(new Uint8Array(CODE_BYTES)));
  return code.match(/.{4}/g)?.join('-') ?? code;
}

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode);

/** Codes are compared without separators, in upper case. */
export const compactCode = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

/** Codes of apps have six digits. Recovery codes are longer. */
export const isAppCode = (compactedCode: string): boolean => /^\d{6}$/.test(compactedCode);
