import * as v from 'valibot';

export const AdminName = v.pipe(v.string(), v.trim(), v.regex(/^[\w.-]{1,100}$/), v.toLowerCase());
export const ADMIN_NAME_IS = 'a name of letters, digits, dots, hyphens, underscores';

export const AdminPassword = v.pipe(v.string(), v.minLength(8), v.maxLength(128));
export const ADMIN_PASSWORD_IS = 'a password of 8 to 128 characters';
