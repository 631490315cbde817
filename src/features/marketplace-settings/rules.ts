import type { MarketplaceSettings } from './contract.ts';

/** The info box until an admin edits it. The identity check word becomes a link when shown. */
export const DEFAULT_SETTINGS: MarketplaceSettings = {
  info_box_title: 'Så fungerar Startplatsmarknaden',
  info_box_steps: [
    'Skapa ett konto och bekräfta din e-postadress.',
    'Lägg upp en annons, eller kontakta den som säljer eller söker en plats.',
    'Kom överens om pris och betalning, och ändra namnet på startplatsen hos arrangören.',
  ],
  info_box_warning:
    '<b>Var försiktig när du betalar.</b> Kontrollera vem du handlar med, till exempel hos MrKoll, innan du skickar pengar.',
  disabled_advice: [],
};
