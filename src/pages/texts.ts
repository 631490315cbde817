import { MARKET_RULES } from '#src/features/statements/rules.ts';
import type { Page } from '#src/shared/pages.ts';
import { countOf } from '#src/shared/text.ts';

type Texts = {
  /** The same title as the client sets. Without one, the title is the site's name. */
  title?: string;
  description: string;
  isIndexed?: true;
  /** HTML for browsers without scripts: what to do instead. Not shown on pages that the server renders. */
  withoutScript?: string;
};

const NEEDS_SCRIPT =
  'Den här sidan behöver JavaScript. <a href="/">Kalendern</a> och <a href="/marketplace">Startplatsmarknaden</a> går att läsa utan.';
/** On pages that are readable without scripts, which are sent without content when the server has too much to do. */
const TRY_AGAIN = 'Sidan kunde inte visas just nu. Vänta %WAIT% och <a href="">försök igen</a>.';
const SOON = 'några sekunder';

const SECONDS_STEP = 5;

/** Rounded up, so that there are few different texts. */
function waitInWords(seconds: number): string {
  const rounded = Math.max(1, Math.ceil(seconds / SECONDS_STEP)) * SECONDS_STEP;
  if (rounded < 60) return `${rounded} sekunder`;
  return countOf(Math.ceil(rounded / 60), 'minut', 'minuter');
}
const CONTACT_DETAILS = 'Våra kontaktuppgifter finns på <a href="/api/contact/info">/api/contact/info</a>.';

const CALENDAR =
  'Hitta din nästa utmaning: lopp och tävlingar i löpning, cykel, skidor, simning, multisport och hinderbana i hela Sverige.';
const MARKET = 'Köp, sälj och sök startplatser till lopp och tävlingar i Sverige.';
const PORTAL = 'Administration av kalendern.';

const RULES_WITHOUT_SCRIPT = [
  '<h1>Regler för Startplatsmarknaden</h1>',
  ...MARKET_RULES.map(({ title, text }, index) => `<p><b>${index + 1}. ${title}.</b> ${text}</p>`),
  '<p id="anmal"><b>Anmäl en annons.</b> Formuläret behöver JavaScript. Mejla oss i stället: annonsens nummer, till exempel SP-1042, vad som är fel, ditt namn och att uppgifterna stämmer.',
  `${CONTACT_DETAILS}</p>`,
].join(' ');

const TEXTS: Record<Page, Texts> = {
  '/': { description: CALENDAR, isIndexed: true, withoutScript: TRY_AGAIN },
  '/map': {
    title: 'Karta',
    description: 'Alla lopp och tävlingar på en karta över Sverige, efter sport och datum.',
    isIndexed: true,
    withoutScript: TRY_AGAIN,
  },
  '/lopp/:slug': { title: 'Lopp', description: CALENDAR, isIndexed: true, withoutScript: TRY_AGAIN },
  '/lopp/:slug/:edition': { title: 'Lopp', description: CALENDAR, isIndexed: true, withoutScript: TRY_AGAIN },
  '/contact': {
    title: 'Kontakt',
    description: 'Så når du oss som sköter kalendern.',
    isIndexed: true,
    withoutScript: `Formuläret behöver JavaScript. Mejla eller ring oss i stället. ${CONTACT_DETAILS}`,
  },
  '/submit-event': {
    title: 'Lägg till lopp',
    description: 'Tipsa om ett lopp eller en tävling som saknas i kalendern.',
    isIndexed: true,
    withoutScript: `Formuläret behöver JavaScript. Mejla loppets namn, datum, ort och distanser till oss i stället. ${CONTACT_DETAILS}`,
  },
  '/privacy': {
    title: 'Integritetspolicy',
    description: 'Vad vi sparar om dig, varför, hur länge och vem som ser det.',
    isIndexed: true,
  },
  '/rules': {
    title: 'Regler',
    description:
      'Reglerna för Startplatsmarknaden, hur vi beslutar, hur du anmäler en annons och hur du invänder.',
    isIndexed: true,
    withoutScript: RULES_WITHOUT_SCRIPT,
  },
  '/rules/invandning/:token': {
    title: 'Invänd mot ett beslut',
    description: MARKET,
    withoutScript: `Beslutet står i mejlet med länken. Formuläret för att invända behöver JavaScript. Mejla oss i stället: ärendets nummer, som står i mejlet, och varför beslutet är fel. ${CONTACT_DETAILS}`,
  },
  '/bevakning/bekrafta/:token': {
    title: 'Bekräfta bevakningen',
    description: CALENDAR,
    withoutScript:
      'Knappen som bekräftar behöver JavaScript. Slå på det i webbläsaren och ladda om sidan. Ingenting bevakas innan dess.',
  },
  '/bevakning/avsluta/:token': {
    title: 'Avsluta bevakningen',
    description: CALENDAR,
    withoutScript: `Knappen som avslutar behöver JavaScript. Avsluta i mejlprogrammet i stället, med ”Avbryt prenumeration” vid mejlet, eller mejla oss. ${CONTACT_DETAILS}`,
  },
  '/bevakning/annons/:token': {
    title: 'Mejl om annonser som passar',
    description: MARKET,
    withoutScript: `Knapparna behöver JavaScript. Stäng av mejlen i mejlprogrammet i stället, med ”Avbryt prenumeration” vid mejlet, eller mejla oss. ${CONTACT_DETAILS}`,
  },
  '/bevakning/:token': {
    title: 'Dina bevakningar',
    description: CALENDAR,
    withoutScript: `Sidan behöver JavaScript. Avsluta en bevakning i mejlprogrammet i stället, med ”Avbryt prenumeration” vid mejlet, eller mejla oss. ${CONTACT_DETAILS}`,
  },
  '/mejl/stopp/:token': {
    title: 'Mejla mig inte mer',
    description: CALENDAR,
    withoutScript: `Knappen behöver JavaScript. Använd ”Avbryt prenumeration” vid mejlet i mejlprogrammet i stället, eller mejla oss. ${CONTACT_DETAILS}`,
  },
  '/arrangor': {
    title: 'Arrangörssidan',
    description: CALENDAR,
    withoutScript: `Sidan behöver JavaScript. Slå på det i webbläsaren och öppna länken i mejlet igen, eller mejla oss vad som ska ändras. ${CONTACT_DETAILS}`,
  },
  '/marketplace': {
    title: 'Startplatsmarknaden',
    description: MARKET,
    isIndexed: true,
    withoutScript: TRY_AGAIN,
  },
  '/marketplace/login': {
    title: 'Logga in',
    description: MARKET,
    withoutScript:
      'Inloggningen behöver JavaScript. Slå på det i webbläsaren och ladda om sidan. <a href="/marketplace">Annonserna</a> går att läsa utan.',
  },
  '/marketplace/register': { title: 'Skapa konto', description: MARKET },
  '/marketplace/verify/:token': { title: 'Verifiera e-post', description: MARKET },
  '/marketplace/forgot-password': { title: 'Glömt lösenordet', description: MARKET },
  '/marketplace/reset-password/:token': { title: 'Nytt lösenord', description: MARKET },
  '/marketplace/my-data/:token': { title: 'Dina uppgifter', description: MARKET },
  '/marketplace/annons/:orderNumber': { title: 'Annons', description: MARKET, withoutScript: TRY_AGAIN },
  '/marketplace/annons/:orderNumber/aktuell': {
    title: 'Är din annons fortfarande aktuell?',
    description: MARKET,
  },
  '/marketplace/create': { title: 'Skapa annons', description: MARKET },
  '/marketplace/inbox': { title: 'Meddelanden', description: MARKET },
  '/marketplace/profile': { title: 'Min profil', description: MARKET },
  '/admin': { title: 'Adminportal', description: PORTAL },
  '/admin/login': { title: 'Adminportal', description: PORTAL },
  '/admin/dashboard': { title: 'Adminportal', description: PORTAL },
};

const MISSING: Texts = {
  title: 'Sidan finns inte',
  description: CALENDAR,
  withoutScript: 'Sidan finns inte. <a href="/">Till kalendern</a>',
};

export const textsOf = (page: Page | undefined): Texts => (page ? TEXTS[page] : MISSING);

/** `retryAfter` are the seconds after which the page can be shown. */
export const withoutScriptOf = (page: Page | undefined, retryAfter?: number): string =>
  (textsOf(page).withoutScript ?? NEEDS_SCRIPT).replace(
    '%WAIT%',
    retryAfter === undefined ? SOON : waitInWords(retryAfter),
  );

/** Pages with a parameter are listed by what it may be. */
export const INDEXED_PAGES = (Object.keys(TEXTS) as Page[]).filter(
  (page) => TEXTS[page].isIndexed && !page.includes(':'),
);

/** The beginnings of the paths of all other pages. Without those that begin with another one. */
export const UNLISTED_PATHS = (Object.keys(TEXTS) as Page[])
  .filter((page) => !TEXTS[page].isIndexed)
  .map((page) => page.replace(/:.*/, ''))
  .filter(
    (path, _, paths) => !paths.some((other) => path !== other && path.startsWith(other.replace(/\/?$/, '/'))),
  );
