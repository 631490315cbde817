import { errorCodeOf } from '../../platform/api/failures';

/** Whether the server rejected a name because it equals the site name. The contract cannot check this. */
export const isNameReserved = (error: unknown): boolean => errorCodeOf(error) === 'account.name_reserved';
