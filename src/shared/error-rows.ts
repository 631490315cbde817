export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503;

/**
 * By code: the HTTP status, the Swedish text for people, and the English one for developers who call the API. The
 * client has its own texts for failed actions, such as toasts.
 */
export type ErrorRows = Record<string, readonly [status: ErrorStatus, text: string, description: string]>;
