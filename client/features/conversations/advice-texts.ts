import type { AdviceKey } from '#src/features/marketplace-settings/contract.ts';

/** What a reader can do, in one calm sentence or two. */
const TEXTS: Record<AdviceKey, string> = {
  link: 'Öppna inte länkar från någon du inte känner. Gå själv till arrangörens webbplats.',
  payment_word: 'Betala först när ni är överens och arrangören har bekräftat namnbytet.',
  low_price:
    'Priset är mindre än hälften av det ordinarie, och säljaren är ny här. Be om en bekräftelse på anmälan innan du betalar.',
  early_payment: 'Namnbytet har inte öppnat ännu. Vänta med att betala till dess.',
};

/** For the reader who is paid, where that makes a difference. */
const PAYEE_TEXTS: Partial<Record<AdviceKey, string>> = {
  payment_word: 'Köparen bör betala först när ni är överens och arrangören har bekräftat namnbytet.',
  early_payment: 'Namnbytet har inte öppnat ännu. Köparen bör vänta med att betala till dess.',
};

export const adviceText = (key: AdviceKey, isPayer: boolean): string =>
  (!isPayer && PAYEE_TEXTS[key]) || TEXTS[key];
