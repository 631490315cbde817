import { errorCodeOf } from '#client/platform/api/failures.ts';

/** The server rejects a name that equals the site name. The contract cannot check this. */
export const isNameReserved = (error: unknown): boolean => errorCodeOf(error) === 'account.name_reserved';
