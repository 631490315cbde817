import { errorCodeOf } from '../../platform/api/failures';

/** Whether the server refused a name because it is the configured name of the site, which forms do not know. */
export const isNameReserved = (error: unknown): boolean => errorCodeOf(error) === 'account.name_reserved';
