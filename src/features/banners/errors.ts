import type { ErrorRows } from '#src/shared/error-rows.ts';

export const BANNER_ERRORS = {
  'banner.source': [
    400,
    'Vänligen ladda upp en fil eller ange en extern URL',
    'The banner has neither an uploaded file nor an external URL.',
  ],
  'banner.file': [
    400,
    'Filen finns inte. Ladda upp den igen.',
    'The file of the banner does not exist. Upload it again.',
  ],
  'banner.link': [
    400,
    'Ange en länk som börjar med http:// eller https://, eller en egen sida som /map.',
    'The link is neither an http or https URL nor a path of this site.',
  ],
  'banner.order': [
    400,
    'Ordningen är ett heltal från 0 och uppåt.',
    'The position is not an integer of at least 0.',
  ],
  'banner.not_found': [404, 'Bannern finns inte.', 'The banner does not exist.'],
  'banner.changed': [
    409,
    'Någon annan har ändrat bannern sedan du öppnade den.',
    'Somebody else has changed the banner since the given `version`.',
  ],
} as const satisfies ErrorRows;
