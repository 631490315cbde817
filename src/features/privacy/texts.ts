import type { Examples, Texts } from '#src/platform/openapi/texts.ts';

export const texts: Texts = {
  MyData: ['Everything that is stored about a member.'],
};

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  'marketplace.privacy.deleteAccount.message': 'Ditt konto är borttaget.',
  'marketplace.privacy.deleteByLink.message': 'Ditt konto är borttaget.',
  'marketplace.privacy.mailLink.message':
    'Om kontot är avstängt har vi skickat en länk till adressen. Den gäller i 24 timmar.',
};
