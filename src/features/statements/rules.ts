import type { Statement } from './contract.ts';

/**
 * The rules of the market, in the order of their numbers. The page /rules, the grounds of decisions and the mails about
 * them are made from this list. `id` is the anchor on the page.
 */
export const MARKET_RULES = [
  {
    id: 'overlatelse',
    title: 'Bara startplatser som får överlåtas',
    text: 'Sälj eller sök inte en plats till ett lopp där arrangören inte tillåter att platsen byter ägare, eller när tiden för namnbyte är över. Vet du inte vad som gäller, fråga arrangören innan ni gör upp.',
  },
  {
    id: 'pris',
    title: 'Rätt pris och rätt avgift',
    text: 'Ange hela priset som köparen ska betala dig för platsen, och arrangörens avgift för namnbytet som den är. Lägg inte till andra avgifter efteråt.',
  },
  {
    id: 'betalning',
    title: 'Betala först när arrangören har bekräftat',
    text: 'Köparen betalar när arrangören har bekräftat namnbytet. Kräv inte betalning före dess. Vi hanterar aldrig pengarna.',
  },
  {
    id: 'en-annons',
    title: 'En annons för varje plats',
    text: 'Lägg upp varje plats en gång, och lova den till en köpare. Markera annonsen som klar när den är såld.',
  },
  {
    id: 'sanning',
    title: 'Sanna uppgifter',
    text: 'Annonsen ska gälla en plats som du har eller söker, och du ska vara den du säger att du är.',
  },
  {
    id: 'bemotande',
    title: 'Inga trakasserier',
    text: 'Skriv så som du själv vill bli bemött. Hot, hat och påtryckningar är förbjudna.',
  },
  {
    id: 'skrap',
    title: 'Ingen reklam och inget skräp',
    text: 'Annonser och meddelanden handlar om startplatser. Reklam, länkar till annat och massutskick tas bort.',
  },
  {
    id: 'uppgifter',
    title: 'Lämna inte ut andras uppgifter',
    text: 'Skriv inte någon annans namn, telefonnummer, adress eller andra personuppgifter.',
  },
] as const satisfies readonly { id: string; title: string; text: string }[];

/** How a decision refers to a rule. `index` starts at 0. */
export const groundOfRule = (index: number): string =>
  `Regel ${index + 1} på Startplatsmarknaden: ${MARKET_RULES[index]?.title}`;

/** If the admin named neither a rule nor a law. */
export const DEFAULT_GROUND = 'Reglerna för Startplatsmarknaden';

/** What people quote when they write to us about a case. */
export const referenceOf = ({ id }: { id: string }): string => id.slice(-8).toUpperCase();

/** In days: somewhat over six months. */
export const OBJECTION_DAYS = 183;

type Decided = Pick<Statement, 'kind' | 'order_number' | 'event_name'>;

/** What was decided, as a sentence without a full stop. */
export function decisionText({ kind, order_number, event_name }: Decided): string {
  if (kind === 'account_suspended') return 'Vi har stängt av ditt konto på Startplatsmarknaden';
  const ad = [order_number, event_name && `för ${event_name}`].filter(Boolean).join(' ');
  return kind === 'ad_hidden' ? `Vi har dolt din annons ${ad}` : `Vi har tagit bort din annons ${ad}`;
}
