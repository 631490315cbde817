import type { ErrorRows } from './error-rows.ts';

/** The errors of any call, and of uploads. */
export const REQUEST_ERRORS = {
  'request.invalid': [
    400,
    'Något i det du skickade är inte ifyllt som det ska.',
    'A field has the wrong type or a value that is not allowed.',
  ],
  'request.malformed': [
    400,
    'Det gick inte att läsa det du skickade.',
    'The request cannot be read, for example because of invalid JSON or NUL characters.',
  ],
  'request.too_long': [400, 'En text är för lång.', 'A text is too long.'],
  'request.email': [400, 'Ange en giltig e-postadress.', 'The value is not a valid e-mail address.'],
  'request.url': [
    400,
    'Ange en giltig länk som börjar med http:// eller https://.',
    'The value is not a valid http or https URL.',
  ],
  'request.too_large': [
    413,
    'Det du skickade är för stort.',
    'The body is larger than 1 MB, or too expensive to parse.',
  ],
  'request.unsupported': [
    415,
    'Den typen av innehåll tas inte emot här.',
    'The content type of the body is not accepted.',
  ],
  'request.too_many': [
    429,
    'Du har gjort det här för många gånger. Vänta en stund och försök igen.',
    'A rate limit is exceeded. Wait for the time in `Retry-After`.',
  ],
  'request.cross_site': [
    403,
    'Anropet kom från en annan webbplats och utfördes därför inte.',
    'A browser sent the request on behalf of another website.',
  ],
  'request.batch_repeated': [
    400,
    'Samma sak får bara frågas efter en gång åt gången.',
    'A tRPC batch contains the same call twice. Only over `/trpc`.',
  ],
  'request.batch_too_large': [
    413,
    'Svaret blir för stort. Fråga efter färre saker åt gången.',
    'The response to a tRPC batch would be too large. Only over `/trpc`.',
  ],
  'request.secret_in_query': [
    400,
    'Lösenordet får inte stå i adressen. Skicka det i anropets innehåll.',
    'The password is in the query string, which may be logged. Send it in the body.',
  ],
  'request.unauthorized': [
    401,
    'Du måste vara inloggad',
    'The token is missing, expired or of the wrong kind.',
  ],
  'request.not_found': [404, 'Det du söker finns inte.', 'There is nothing at this path.'],
  'server.failed': [500, 'Något gick fel hos oss. Försök igen.', 'The server failed unexpectedly.'],
  'server.disk_full': [
    503,
    'Servern har slut på utrymme. Försök igen senare.',
    'The server has run out of disk space.',
  ],
  'server.unavailable': [
    503,
    'Tjänsten är tillfälligt otillgänglig. Försök igen om en stund.',
    'The database or another service is temporarily unavailable, or the server is overloaded.',
  ],
  'server.uncertain': [
    503,
    'Förbindelsen bröts medan det sparades. Se efter om det blev sparat innan du försöker igen.',
    'The connection to the database was lost during the commit. Check whether the change was stored before retrying.',
  ],
  'upload.missing': [400, 'Välj en fil att ladda upp.', 'The form has no field `file`.'],
  'upload.kind': [
    415,
    'Filen är ingen bild (PNG, JPG, WebP) eller film (MP4, WebM).',
    'The file is not an image (PNG, JPG, WebP) or video (MP4, WebM).',
  ],
  'upload.too_many': [
    429,
    'Du har laddat upp så mycket som går på ett dygn. Försök igen i morgon.',
    'The admin has uploaded 200 files, or 2 GB, in 24 hours.',
  ],
  'upload.dimensions': [
    413,
    'Bilden har fler än 64 miljoner bildpunkter, eller fler än 16 384 på en sida.',
    'The image has more than 64 million pixels, or more than 16,384 on one side.',
  ],
  'upload.too_large': [413, 'Filen är större än 50 MB.', 'The file is larger than 50 MB.'],
} as const satisfies ErrorRows;
