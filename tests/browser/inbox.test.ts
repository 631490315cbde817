import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { messages } from '../../db/schema';
import { hashPassword } from '../../src/platform/passwords';
import { axeViolations, SCHEMES, SIZES, type Size, settled } from '../support/browser';
import { makeMember } from '../support/content';
import { asMember, type Member, makeConversation, makeInbox, threadPath } from '../support/inbox';
import { type Site, startSite } from '../support/site';

const INBOX = '/marketplace/inbox';
const SIZE_NAMES = Object.keys(SIZES) as Size[];

let site: Site;
let look: Awaited<ReturnType<typeof makeInbox>>;
beforeAll(async () => {
  site = await startSite();
  look = await makeInbox(site.context.database.db);
});
afterAll(() => site.stop());

const db = () => site.context.database.db;

/** Two people who have written to one another once. */
async function makePair() {
  const [seller, buyer] = [
    await makeMember(db(), { full_name: 'Siv Säljare' }),
    await makeMember(db(), { full_name: 'Bo Köpare' }),
  ];
  const { announcement, conversation } = await makeConversation(db(), {
    owner: seller,
    participant: buyer,
    written: [{ by: buyer, text: 'Finns platsen kvar?', at: '2027-01-14T16:30:00Z' }],
  });
  return { seller, buyer, announcement, conversation };
}

const open = (path: string, member: Member, options: Parameters<Site['visit']>[1] = {}) =>
  site.visit(path, {
    ...options,
    prepare: async (page) => {
      await asMember(member)(page);
      await options.prepare?.(page);
    },
  });

const box = (page: Page) => page.getByRole('textbox', { name: /^Svar till/ });
const ring = (page: Page, member: Member) =>
  page.getByRole('link', { name: `Ring ${member.full_name}: ${member.phone_number}` });
const bubble = (page: Page, text: string) => page.locator('.message', { hasText: text });

/** When the window follows what happens: from then on nothing need be asked for. */
const isLive = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('conversations.live') && response.ok());

describe('live', () => {
  test.each(SIZE_NAMES)('a message and its answer arrive without reload: %s', async (size) => {
    const { seller, buyer, announcement } = await makePair();
    const [sellers, buyers] = await Promise.all([
      open(threadPath(announcement, buyer), seller, { size }),
      open(threadPath(announcement, seller), buyer, { size }),
    ]);
    await Promise.all([bubble(sellers.page, 'Finns').waitFor(), bubble(buyers.page, 'Finns').waitFor()]);
    await box(buyers.page).fill('Jag tar den!');
    await buyers.page.getByRole('button', { name: 'Skicka' }).click();
    await bubble(sellers.page, 'Jag tar den!').waitFor({ timeout: 5000 });
    await buyers.page.getByText('Svar skickat!').waitFor();
    // The seller's phone number comes with their first message (D10).
    const hint = buyers.page.getByText('Telefonnumret visas när du har fått svar.');
    await hint.waitFor();
    expect(await ring(buyers.page, seller).count()).toBe(0);
    await box(sellers.page).fill('Toppen, då säger vi det.');
    await sellers.page.getByRole('button', { name: 'Skicka' }).click();
    await bubble(buyers.page, 'Toppen').waitFor({ timeout: 5000 });
    await ring(buyers.page, seller).waitFor();
    expect(await hint.count()).toBe(0);
    expect(await bubble(buyers.page, 'Jag tar den!').getAttribute('class')).toContain('message-own');
    expect(await bubble(buyers.page, 'Toppen').getAttribute('class')).not.toContain('message-own');
    // Both were read as they came.
    expect(await unreadOf(seller)).toBe(0);
    for (const { problems, close } of [sellers, buyers]) {
      expect(problems).toEqual([]);
      await close();
    }
  });

  test('in the list the counter grows, in the header too, and goes when the conversation is opened', async () => {
    const { seller, buyer, announcement } = await makePair();
    const { page, problems, close } = await open(INBOX, seller);
    const row = page.getByRole('link', { name: /Bo Köpare/ });
    await row.waitFor();
    expect(await row.textContent()).not.toContain('oläs');
    await send(buyer, announcement, seller, 'Hallå?');
    await page.getByRole('link', { name: /1 oläst meddelande/ }).waitFor({ timeout: 5000 });
    await page.locator('.header', { hasText: '1' }).waitFor();
    await send(buyer, announcement, seller, 'Är du där?');
    await page.getByRole('link', { name: /2 olästa meddelanden/ }).waitFor({ timeout: 5000 });
    await row.click();
    await bubble(page, 'Är du där?').waitFor();
    await page.waitForFunction(
      () => !document.querySelector('.conversation-row')?.textContent?.includes('oläs'),
    );
    expect(await unreadOf(seller)).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  test('what comes to a window that is out of sight counts as unread until it is looked at', async () => {
    const { seller, buyer, announcement } = await makePair();
    const { page, close } = await open(threadPath(announcement, buyer), seller);
    await bubble(page, 'Finns').waitFor();
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await send(buyer, announcement, seller, 'Ser du det här?');
    // Out of sight it is asked once a minute.
    await page.clock.fastForward(60_000);
    await page.getByRole('link', { name: /1 oläst meddelande/ }).waitFor({ timeout: 5000 });
    expect(await unreadOf(seller)).toBe(1);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
    await bubble(page, 'Ser du det här?').waitFor({ timeout: 5000 });
    await page.waitForFunction(
      () => !document.querySelector('.conversation-row')?.textContent?.includes('oläs'),
    );
    expect(await unreadOf(seller)).toBe(0);
    await close();
  });

  test('the token goes in a header, never in an address', async () => {
    const { seller, buyer, announcement } = await makePair();
    const asked: { url: string; bearer: string | undefined }[] = [];
    const { page, close } = await open(threadPath(announcement, buyer), seller, {
      prepare: async (page) => {
        page.on('request', (request) =>
          asked.push({ url: request.url(), bearer: request.headers().authorization }),
        );
        isLive(page).catch(() => {});
      },
    });
    await bubble(page, 'Finns').waitFor();
    await page.waitForTimeout(300);
    expect(asked.filter(({ url }) => url.includes(seller.token))).toEqual([]);
    expect(asked.find(({ url }) => url.includes('conversations.live'))?.bearer).toBe(
      `Bearer ${seller.token}`,
    );
    await close();
  });

  test('without a stream it is asked for every ten seconds', async () => {
    const { seller, buyer, announcement } = await makePair();
    const { page, close } = await open(threadPath(announcement, buyer), seller, {
      prepare: (page) => page.route('**/trpc/marketplace.conversations.live*', (route) => route.abort()),
    });
    await bubble(page, 'Finns').waitFor();
    await page.waitForTimeout(500);
    await send(buyer, announcement, seller, 'Kommer det fram?');
    await page.waitForTimeout(300);
    expect(await bubble(page, 'Kommer').count()).toBe(0);
    await page.clock.runFor(11_000);
    await bubble(page, 'Kommer det fram?').waitFor({ timeout: 5000 });
    await close();
  });

  test('a stream that was lost is had again, and what was missed is fetched', async () => {
    const { seller, buyer, announcement } = await makePair();
    let isAway = true;
    const { page, close } = await open(threadPath(announcement, buyer), seller, {
      prepare: (page) =>
        page.route('**/trpc/marketplace.conversations.live*', (route) =>
          isAway ? route.abort() : route.continue(),
        ),
    });
    await bubble(page, 'Finns').waitFor();
    await send(buyer, announcement, seller, 'Medan du var borta');
    isAway = false;
    const live = isLive(page);
    await page.clock.runFor(3000);
    await live;
    await bubble(page, 'Medan du var borta').waitFor({ timeout: 5000 });
    await send(buyer, announcement, seller, 'Och nu direkt');
    await bubble(page, 'Och nu direkt').waitFor({ timeout: 5000 });
    await close();
  });

  test('a session that ends while the inbox is open leads to the login', async () => {
    const { seller, buyer, announcement } = await makePair();
    const { page, close } = await open(threadPath(announcement, buyer), seller);
    await bubble(page, 'Finns').waitFor();
    await site.sql`update marketplace_users set is_suspended = true where id = ${seller.id}`;
    await send(buyer, announcement, seller, 'Hallå?');
    await page.waitForURL('**/marketplace/login', { timeout: 5000 });
    await close();
  });
});

describe('reading', () => {
  test.each(SIZE_NAMES)('who has scrolled up stays there and is told of what is new: %s', async (size) => {
    const { seller, buyer, announcement, conversation } = await makePair();
    await db()
      .insert(messages)
      .values(
        Array.from({ length: 40 }, (_, at) => ({
          conversation_id: conversation.id,
          sender_id: at % 2 ? seller.id : buyer.id,
          message_text: `Meddelande ${at} ${'ord '.repeat(12)}`,
          created_at: new Date(Date.UTC(2027, 0, 14, 17, at)).toISOString(),
        })),
      );
    const { page, problems, close } = await open(threadPath(announcement, buyer), seller, { size });
    const log = page.getByRole('log');
    await bubble(page, 'Meddelande 39').waitFor();
    const fromEnd = () => log.evaluate((pane) => pane.scrollHeight - pane.scrollTop - pane.clientHeight);
    expect(await fromEnd()).toBeLessThan(2);
    await log.evaluate((pane) => pane.scrollTo({ top: 200 }));
    await page.waitForTimeout(100);
    await send(buyer, announcement, seller, 'Något nytt');
    const button = page.getByRole('button', { name: 'Nya meddelanden' });
    await button.waitFor({ timeout: 5000 });
    expect(await log.evaluate((pane) => pane.scrollTop)).toBe(200);
    await button.click();
    expect(await fromEnd()).toBeLessThan(2);
    expect(await button.count()).toBe(0);
    await send(buyer, announcement, seller, 'Ännu nyare');
    await bubble(page, 'Ännu nyare').waitFor({ timeout: 5000 });
    expect(await fromEnd()).toBeLessThan(2);
    expect(problems).toEqual([]);
    await close();
  });

  test('the card is 70vh high and its messages at most 40vh', async () => {
    const { page, close } = await open(threadPath(look.ad, look.per), look.anna);
    await bubble(page, 'Ring gärna').waitFor();
    const heights = await page.evaluate(() =>
      ['.inbox', '.messages'].map(
        (name) => document.querySelector(name)?.getBoundingClientRect().height ?? 0,
      ),
    );
    expect(heights[0]).toBeCloseTo(0.7 * 900, 0);
    expect(heights[1]).toBeLessThanOrEqual(0.4 * 900);
    await close();
  });

  test.each([320, 390, 1280])('nothing is wider than the window, long words break: %d px', async (width) => {
    const { seller, buyer, announcement, conversation } = await makePair();
    await db()
      .insert(messages)
      .values({ conversation_id: conversation.id, sender_id: buyer.id, message_text: 'o'.repeat(600) });
    for (const path of [INBOX, threadPath(announcement, buyer)]) {
      const { page, problems, close } = await open(path, seller, {
        size: width < 500 ? 'phone' : 'desktop',
        prepare: (page) => page.setViewportSize({ width, height: 700 }),
      });
      await page.getByText('Bo Köpare').first().waitFor();
      await settled(page);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0);
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('.message, .conversation-row, .thread-head *')]
          .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
          .map((element) => element.className),
      );
      expect(wide).toEqual([]);
      expect(problems).toEqual([]);
      await close();
    }
  });
});

describe.each(SIZE_NAMES)('what fails (section 8), at the size of a %s', (size) => {
  /** The tables of conversations away while `act` goes on: the server truly cannot answer. */
  async function withoutMessages(act: () => Promise<void>): Promise<void> {
    await site.sql`alter table messages rename to messages_away`;
    await act().finally(() => site.sql`alter table messages_away rename to messages`);
  }

  test('the list cannot be fetched, and then it can', async () => {
    const { seller } = await makePair();
    let close = async () => {};
    await withoutMessages(async () => {
      const visit = await open(INBOX, seller, { size });
      close = visit.close;
      await visit.page.getByText('Kunde inte hämta konversationer').first().waitFor();
    });
    await close();
    const again = await open(INBOX, seller, { size });
    await again.page.getByRole('link', { name: /Bo Köpare/ }).waitFor();
    await again.close();
  });

  test('a conversation cannot be fetched', async () => {
    const { seller, buyer, announcement } = await makePair();
    const { page, close } = await open(INBOX, seller, { size });
    const row = page.getByRole('link', { name: /Bo Köpare/ });
    await row.waitFor();
    await withoutMessages(async () => {
      await row.click();
      await page.getByText('Kunde inte hämta meddelanden').first().waitFor();
    });
    await page.goto(site.url + threadPath(announcement, buyer));
    await bubble(page, 'Finns').waitFor();
    await close();
  });

  test('a reply cannot be sent: the text stays and is sent later', async () => {
    const { seller, buyer, announcement } = await makePair();
    const { page, close } = await open(threadPath(announcement, buyer), seller, { size });
    await bubble(page, 'Finns').waitFor();
    await box(page).fill('Ja, kom förbi.');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Skicka' }).click();
    await page.getByRole('alert').filter({ hasText: 'Kunde inte skicka svar' }).waitFor();
    await page.context().setOffline(false);
    await withoutMessages(async () => {
      await page.getByRole('button', { name: 'Skicka' }).click();
      await page.getByRole('alert').filter({ hasText: 'Något gick fel hos oss. Försök igen.' }).waitFor();
    });
    expect(await box(page).inputValue()).toBe('Ja, kom förbi.');
    await page.getByRole('button', { name: 'Skicka' }).click();
    await bubble(page, 'Ja, kom förbi.').waitFor();
    await close();
  });
});

describe('an account that is deleted', () => {
  test.each(SIZE_NAMES)(
    'what lies open turns into the nameless conversation, with what was typed: %s',
    async (size) => {
      const password = 'Vasaloppet90';
      const password_hash = await hashPassword(password);
      for (const leaver of ['owner', 'participant'] as const) {
        const gone = await makeMember(db(), { full_name: 'Siv Säljare', password_hash });
        const stays = await makeMember(db(), { full_name: 'Bo Köpare' });
        const [owner, participant] = leaver === 'owner' ? [gone, stays] : [stays, gone];
        const { announcement } = await makeConversation(db(), {
          owner,
          participant,
          written: [
            { by: participant, text: 'Finns platsen kvar?', at: '2027-01-14T16:30:00Z' },
            { by: owner, text: 'Platsen är kvar.', at: '2027-01-14T16:31:00Z' },
          ],
        });
        const [own, other] =
          leaver === 'owner'
            ? ['Finns platsen kvar?', 'Platsen är kvar.']
            : ['Platsen är kvar.', 'Finns platsen kvar?'];
        let live: Promise<unknown> = Promise.resolve();
        const { page, problems, close } = await open(threadPath(announcement, gone), stays, {
          size,
          reducedMotion: 'reduce',
          prepare: async (page) => {
            live = isLive(page);
          },
        });
        await bubble(page, 'Platsen är kvar.').waitFor();
        await live;
        await box(page).fill('Kan vi ses på lördag?');
        const { status } = await site.api('DELETE /marketplace/me', {
          headers: gone.headers,
          body: { password },
        });
        expect(status).toBe(200);
        const thread = page.getByRole('region', { name: 'Konversation med Borttagen användare' });
        await thread.getByText('Den du skrev med har tagit bort sitt konto.').waitFor({ timeout: 5000 });
        await bubble(page, own).waitFor();
        const unsent = thread.getByRole('textbox', { name: 'Det här skickades inte:' });
        expect(await unsent.inputValue()).toBe('Kan vi ses på lördag?');
        expect(await bubble(page, other).count()).toBe(0);
        expect(await page.getByText('Konversationen finns inte.').count()).toBe(0);
        await settled(page);
        expect(await axeViolations(page)).toEqual([]);
        await page.reload();
        expect(await unsent.inputValue()).toBe('Kan vi ses på lördag?');
        // The browser's own line for the address that is no more.
        expect(problems.filter((problem) => !/404|Could not fetch/.test(problem))).toEqual([]);
        await close();
      }
    },
  );
});

describe('a phone', () => {
  test('list, thread without the bars of the site, and back by the browser and by the button', async () => {
    const { page, problems, close } = await open(INBOX, look.anna, { size: 'phone' });
    await page.getByRole('link', { name: /Per Holmström/ }).click();
    await bubble(page, 'Ring gärna').waitFor();
    expect(await page.locator('.tabs').isVisible()).toBe(false);
    expect(await page.locator('.header').isVisible()).toBe(false);
    const bottom = () =>
      page
        .locator('.reply')
        .evaluate((reply) => Math.round(window.innerHeight - reply.getBoundingClientRect().bottom));
    expect(await bottom()).toBe(0);
    await page.goBack();
    await page.getByRole('link', { name: /Per Holmström/ }).waitFor();
    expect(await page.locator('.tabs').isVisible()).toBe(true);
    await page.goForward();
    await page.getByRole('button', { name: 'Tillbaka till konversationerna' }).click();
    const row = page.getByRole('link', { name: /Per Holmström/ });
    await row.waitFor();
    expect(await row.evaluate((link) => link === document.activeElement)).toBe(true);
    // The same entry of the history, not another one on top.
    expect(await page.evaluate(() => history.state.idx)).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  test('the reply box stays on the screen when the keyboard takes half of it', async () => {
    const { page, close } = await open(threadPath(look.ad, look.per), look.anna, { size: 'phone' });
    await box(page).click();
    await page.setViewportSize({ width: 390, height: 420 });
    await page.waitForTimeout(200);
    const { bottom, newest } = await page.evaluate(() => ({
      bottom: document.querySelector('.reply')?.getBoundingClientRect().bottom ?? 0,
      newest: [...document.querySelectorAll('.message')].at(-1)?.getBoundingClientRect().bottom ?? 0,
    }));
    expect(bottom).toBeLessThanOrEqual(420);
    expect(newest).toBeLessThan(bottom);
    await close();
  });
});

describe('for everybody', () => {
  const cases = SCHEMES.flatMap((scheme) => SIZE_NAMES.map((size) => [scheme, size] as const));
  test.each(cases)('axe finds nothing: %s, %s', async (colorScheme, size) => {
    const lone = await makeMember(db());
    const views: [string, Member, string][] = [
      [INBOX, look.anna, 'text=Sara Åkesson'],
      [threadPath(look.ad, look.per), look.anna, '.message'],
      [INBOX, lone, 'text=Inga konversationer ännu'],
      [threadPath(look.ad, look.per), lone, 'text=Konversationen finns inte.'],
    ];
    for (const [path, member, shown] of views) {
      const { page, problems, close } = await open(path, member, {
        colorScheme,
        size,
        reducedMotion: 'reduce',
      });
      await page.locator(shown).first().waitFor();
      await settled(page);
      expect(await axeViolations(page)).toEqual([]);
      expect(problems.filter((problem) => !/404|Could not fetch/.test(problem))).toEqual([]);
      await close();
    }
  });

  test('with the keyboard alone: choose, write, send, scroll, report', async () => {
    const { seller, buyer } = await makePair();
    const { page, problems, close } = await open(INBOX, seller);
    await page.getByRole('link', { name: /Bo Köpare/ }).waitFor();
    const focused = () =>
      page.evaluate(() => {
        const at =
          document.activeElement?.matches('a, button, textarea, [role=log]') && document.activeElement;
        if (!at) return '';
        return at.getAttribute('aria-label') ?? at.getAttribute('name') ?? at.textContent;
      });
    const tabTo = async (what: RegExp, back = false) => {
      for (let presses = 0; presses < 40; presses++) {
        if (what.test(await focused())) return;
        await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
      }
      throw new Error(`Tab does not lead to ${what}.`);
    };
    await tabTo(/Bo Köpare/);
    await page.keyboard.press('Enter');
    await bubble(page, 'Finns').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'message_text');
    await page.keyboard.type('Rad ett');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('rad två');
    await page.keyboard.press('Enter');
    await bubble(page, 'Rad ett').waitFor();
    expect(await bubble(page, 'Rad ett').locator('p').textContent()).toBe('Rad ett\nrad två');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'message_text');
    expect(await box(page).inputValue()).toBe('');
    await tabTo(/^Meddelanden$/, true);
    await tabTo(/Rapportera Bo Köpare/, true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Rapportera Bo Köpare' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await focused()).toBe(`Rapportera ${buyer.full_name}`);
    expect(problems).toEqual([]);
    await close();
  });
});

/** A reply over REST, as from another window. */
async function send(from: Member, ad: { id: string }, to: Member, message_text: string): Promise<void> {
  const { status } = await site.api(`POST /marketplace/conversations/${ad.id}/${to.id}/reply`, {
    body: { message_text },
    headers: from.headers,
  });
  expect(status).toBe(200);
}

async function unreadOf(member: Member): Promise<number> {
  const { body } = await site.trpc<{ unread_count: number }>('query', 'marketplace.conversations.unread', {
    headers: member.headers,
  });
  return body.unread_count;
}
