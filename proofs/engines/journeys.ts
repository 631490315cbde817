import { until } from '#tests/support/process.ts';
import type { Tab } from './tab.ts';

export type Product = {
  url: string;
  /** Of the demonstration members. */
  memberPassword: string;
  admin: { username: string; password: string };
};

/** On a busy machine without a graphics card. */
const LIMIT_MS = 30_000;

/** The page may draw an element anew between finding it and using it. */
async function again(act: () => Promise<void>): Promise<void> {
  let failure: unknown;
  const isDone = await until(
    () =>
      act().then(
        () => true,
        (error) => {
          failure = error;
          return false;
        },
      ),
    LIMIT_MS,
    200,
  ).catch(() => undefined);
  if (isDone === undefined) throw failure;
}

/** Commands that wait for their element. */
function stepsIn(tab: Tab, { url }: Product) {
  const see = async (css: string, text = '') => {
    await until(() => tab.has({ css, text }), LIMIT_MS, 100).catch(() => {
      throw new Error(`Not seen: ${css}${text && ` with "${text}"`}`);
    });
  };
  return {
    open: (path: string) => tab.open(`${url}${path}`),
    see,
    async press(css: string, text = '') {
      await see(css, text);
      await again(() => tab.press({ css, text }));
    },
    async write(name: string, text: string) {
      const css = `[name="${name}"]`;
      await see(css);
      await again(() => tab.type({ css }, text));
    },
  };
}

type Steps = ReturnType<typeof stepsIn>;

async function logIn({ open, write, press, see }: Steps, { memberPassword }: Product): Promise<void> {
  await open('/marketplace/login');
  await write('email', 'anna.exempel');
  await write('password', memberPassword);
  await press('form button', 'Logga in');
  await see('h1', 'Startplatsmarknaden');
}

const JOURNEYS: Record<string, (steps: Steps, product: Product) => Promise<void>> = {
  'search the calendar, open a race and go back': async ({ open, see, write, press }) => {
    await open('/');
    await see('article');
    await write('q', 'halvmara göteborg maj');
    await see('li', 'Tolkat som');
    await see('h3', 'Göteborgsvarvet');
    await press('h3 a', 'Göteborgsvarvet');
    await see('h1', 'Göteborgsvarvet');
    await see('.race-map');
  },
  'find what one press would give when nothing matches': async ({ open, see, press }) => {
    await open('/?q=halvmara+uppsala');
    await press('.no-matches-ways a');
    await see('article');
  },
  'read the map': async ({ open, see, press }) => {
    await open('/map?q=lidingöloppet');
    await press('.map-marker');
    await see('.map-event', 'Lidingöloppet');
  },
  'read an ad of the market': async ({ open, see, press }) => {
    await open('/marketplace?type=sale');
    await see('article.ad-card');
    await press('article.ad-card a', 'SP-');
    await see('.ad-page');
  },
  'log in and read the inbox': async (steps, product) => {
    await logIn(steps, product);
    await steps.open('/marketplace/inbox');
    await steps.see('.conversation-name');
  },
  'write about an ad': async (steps, product) => {
    await logIn(steps, product);
    await steps.open('/marketplace?type=sale');
    await steps.press('article.ad-card button', 'Kontakta');
    await steps.write('message_text', 'Hej! Finns platsen kvar?');
    await steps.press('dialog button', 'Skicka');
    await steps.see('body', 'Meddelande skickat!');
  },
  'see how to follow a selection': async ({ open, see, press }) => {
    await open('/?q=trail');
    await press('.list-follow button', 'Följ');
    await see('dialog', 'Mejla mig');
  },
  'see all errors of a proposal at once': async ({ open, see, press }) => {
    await open('/submit-event');
    await press('form button', 'Skicka');
    await see('.field-error');
  },
  'write to the contact form': async ({ open, see, write, press }) => {
    await open('/contact');
    await write('name', 'Karin');
    await write('email', 'karin@exempel.se');
    await write('subject', 'Hej');
    await write('message', 'Tack för kalendern.');
    await press('form button', 'Skicka');
    await see('[role="status"], .toast, h2', 'Tack');
  },
  'log in to the portal': async ({ open, see, write, press }, { admin }) => {
    await open('/admin');
    await write('username', admin.username);
    await write('password', admin.password);
    await press('form button', 'Logga in');
    await see('body', 'Att göra');
  },
};

export const JOURNEY_NAMES = Object.keys(JOURNEYS);

export async function runJourney(name: string, tab: Tab, product: Product): Promise<void> {
  const journey = JOURNEYS[name];
  if (!journey) throw new Error(`There is no journey "${name}".`);
  await journey(stepsIn(tab, product), product);
}
