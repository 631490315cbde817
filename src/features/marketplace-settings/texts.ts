import type { Texts } from '#src/platform/openapi/texts.ts';

export const texts: Texts = {
  info_box_title: ['The title of the info box.', 'Så fungerar Startplatsmarknaden'],
  info_box_steps: ['The numbered steps.', ['Skapa ett konto', 'Lägg upp en annons']],
  disabled_advice: ['The rules of advice in conversations that are switched off.', ['low_price']],
  info_box_warning: ['The warning, as sanitized HTML.', '<p>Betala aldrig i förskott.</p>'],
  shown: ['The info box that the change is based on. If somebody has changed it since, the call fails.'],
  MarketplaceSettings: ['The info box of the marketplace, and the rules of advice that are switched off.'],
};
