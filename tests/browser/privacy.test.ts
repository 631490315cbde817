import { expect, test } from 'bun:test';
import type { MyData } from '#src/features/privacy/contract.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import {
  axeInBothSchemes,
  axeViolations,
  SIZES,
  sizes,
  tabTo,
  untilSettled,
} from '#tests/support/browser.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeMember } from '#tests/support/content.ts';
import { asMember, bubble, makeConversation, replyBox, threadPath, visitAs } from '#tests/support/inbox.ts';
import { siteOfFile } from '#tests/support/site.ts';

const PASSWORD = 'Vasaloppet90';
const site = await siteOfFile();
const password_hash = await hashPassword(PASSWORD);

test.each(sizes)(
  'a member downloads their data and deletes the account by keyboard at %s size',
  async (size) => {
    const anna = await makeMember(site.db, { full_name: 'Anna Ek', password_hash });
    const bo = await makeMember(site.db, { full_name: 'Bo Ask', password_hash });
    await makeConversation(site.db, {
      owner: anna,
      participant: bo,
      written: [
        { by: bo, text: 'Är den kvar?', at: '2027-01-10T08:00:00Z' },
        { by: anna, text: 'Ja, den är kvar.', at: '2027-01-10T09:00:00Z' },
      ],
    });
    const { page, problems, close } = await site.visit('/marketplace/profile', {
      size,
      reducedMotion: 'reduce',
      prepare: asMember(anna),
    });
    await page.getByRole('heading', { name: 'Dina uppgifter' }).waitFor();
    await tabTo(page, /^Ladda ner mina uppgifter$/);
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toBe('loppkalendern-mina-uppgifter-2027-01-15.json');
    const data = (await Bun.file((await file.path()) ?? '').json()) as MyData;
    expect([data.account.email, data.conversations[0]?.messages.length]).toEqual([anna.email, 2]);

    await tabTo(page, /^Ta bort mitt konto$/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ta bort ditt konto?' });
    await tabTo(page, /^password$/);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.getByText('Ange ditt lösenord').waitFor();
    await page.keyboard.type('fel lösenord');
    await page.keyboard.press('Enter');
    await dialog.getByText('Fel lösenord. Kontot är kvar.').waitFor();
    await tabTo(page, /^password$/);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Ditt konto är borttaget.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(
      await page.evaluate(() =>
        Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => /marketplace|draft/.test(key)),
      ),
    ).toEqual([]);
    // The browser logs the wrong password and the requests with the ended session.
    expect(problems.filter((problem) => !/status of 40[01]/.test(problem))).toEqual([]);

    await page.goto(`${site.url}/marketplace/login`);
    await page.getByLabel('E-post eller användarnamn').fill(anna.email);
    await page.getByRole('textbox', { name: 'Lösenord' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Felaktig e-post eller lösenord.').waitFor();
    await close();

    const bosVisit = await site.visit('/marketplace/inbox', {
      size,
      reducedMotion: 'reduce',
      prepare: asMember(bo),
    });
    await bosVisit.page.getByRole('link', { name: /Borttagen användare/ }).waitFor();
    await tabTo(bosVisit.page, /Borttagen användare/);
    await bosVisit.page.keyboard.press('Enter');
    const thread = bosVisit.page.getByRole('region', { name: 'Konversation med Borttagen användare' });
    await thread.getByText('Är den kvar?').waitFor();
    await thread.getByText('Det går inte att skriva mer i konversationen.').waitFor();
    expect(await thread.getByText('Ja, den är kvar.').count()).toBe(0);
    expect(await thread.getByRole('textbox').count()).toBe(0);
    expect(await thread.getByRole('button', { name: 'Fler val' }).count()).toBe(0);
    await untilSettled(bosVisit.page);
    expect(await axeViolations(bosVisit.page)).toEqual([]);
    await bosVisit.finish();
  },
);

test('an open conversation becomes anonymous and keeps the draft when the other party deletes the account', async () => {
  const owner = await makeMember(site.db, {
    full_name: 'Siv Säljare',
    password_hash,
  });
  const participant = await makeMember(site.db, { full_name: 'Bo Köpare' });
  const { announcement } = await makeConversation(site.db, {
    owner,
    participant,
    written: [
      { by: participant, text: 'Finns platsen kvar?', at: '2027-01-14T16:30:00Z' },
      { by: owner, text: 'Platsen är kvar.', at: '2027-01-14T16:31:00Z' },
    ],
  });
  let live: Promise<unknown> = Promise.resolve();
  const { page, problems, close } = await visitAs(site, participant, threadPath(announcement, owner), {
    size: 'phone',
    reducedMotion: 'reduce',
    prepare: async (page) => {
      live = page.waitForResponse(
        (response) => response.url().endsWith('conversations.live') && response.ok(),
      );
    },
  });
  await bubble(page, 'Platsen är kvar.').waitFor();
  await live;
  await replyBox(page).fill('Kan vi ses på lördag?');
  const { status } = await site.api('DELETE /marketplace/me', {
    headers: owner.headers,
    body: { password: PASSWORD },
  });
  expect(status).toBe(200);
  const thread = page.getByRole('region', { name: 'Konversation med Borttagen användare' });
  await thread.getByText('Den du skrev med har tagit bort sitt konto.').waitFor({ timeout: 5000 });
  await bubble(page, 'Finns platsen kvar?').waitFor();
  const unsent = thread.getByRole('textbox', { name: 'Det här skickades inte:' });
  expect(await unsent.inputValue()).toBe('Kan vi ses på lördag?');
  expect(await bubble(page, 'Platsen är kvar.').count()).toBe(0);
  expect(await axeInBothSchemes(page)).toEqual([]);
  await page.reload();
  expect(await unsent.inputValue()).toBe('Kan vi ses på lördag?');
  // The browser logs the 404 of the deleted conversation.
  expect(problems.filter((problem) => !/404|Could not fetch/.test(problem))).toEqual([]);
  await close();
});

test('a suspended member downloads their data and deletes the account by keyboard with a mailed link', async () => {
  const size = 'phone';
  const email = `dan-${size}@example.se`;
  const dan = await makeMember(site.db, { full_name: 'Dan Alm', email, password_hash });
  const { page, problems, close } = await site.visit('/marketplace/profile', {
    size,
    reducedMotion: 'reduce',
    prepare: asMember(dan),
  });
  await page.getByRole('heading', { name: 'Dina uppgifter' }).waitFor();
  const admin = await makeAdmin(site.db);
  const { status } = await call(site, 'rest', 'admin.accounts.update', admin, {
    id: dan.id,
    is_suspended: true,
  });
  expect(status).toBe(200);
  const expectAccessible = async () => {
    expect(await axeInBothSchemes(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize(SIZES[size]);
  };

  await page.goto(`${site.url}/marketplace/login`);
  await page.getByLabel('E-post eller användarnamn').fill(email);
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Ditt konto är avstängt. Kontakta administratören.').waitFor();
  await expectAccessible();
  await page.getByRole('button', { name: 'Hämta eller radera dina uppgifter' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Om kontot är avstängt har vi skickat en länk till adressen.').waitFor();

  let mail = await site.nextMail(email);
  while (!mail.path.startsWith('/marketplace/my-data/')) mail = await site.nextMail(email);
  await page.goto(site.url + mail.path);
  await page.getByText(email).waitFor();
  await expectAccessible();
  await tabTo(page, /^Ladda ner mina uppgifter$/);
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  const data = (await Bun.file((await file.path()) ?? '').json()) as MyData;
  expect([data.account.email, data.account.is_suspended]).toEqual([email, true]);

  await tabTo(page, /^Ta bort mitt konto$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Ta bort ditt konto?' }).waitFor();
  await expectAccessible();
  await tabTo(page, /^Ta bort kontot för alltid$/);
  await page.keyboard.press('Enter');
  await page.getByText('Ditt konto är borttaget.').waitFor();
  await expectAccessible();
  expect(await site.sql`select id from marketplace_users where id = ${dan.id}`).toHaveLength(0);

  await page.reload();
  await page.getByText('Länken är ogiltig eller har gått ut.').waitFor();
  await page.getByRole('button', { name: 'Skicka en ny länk' }).waitFor();
  await expectAccessible();
  // The browser logs the rejected login, the ended session and the used link.
  expect(problems.filter((problem) => !/status of 40[01]/.test(problem))).toEqual([]);
  await close();
});

test.each([
  ['phone', 'dark'],
  ['desktop', 'light'],
] as const)(
  'the privacy page opens from the footer, fits and has no axe violations at %s size in the %s scheme',
  async (size, colorScheme) => {
    const { page, finish } = await site.visit('/contact', {
      size,
      colorScheme,
      reducedMotion: 'reduce',
    });
    const footer = page.getByRole('contentinfo').getByRole('link', { name: 'Integritetspolicy' });
    await footer.click();
    await page.getByRole('heading', { level: 1, name: 'Integritetspolicy' }).waitFor();
    await page.waitForFunction(() => document.title === 'Integritetspolicy – Loppkalendern');
    await page.getByText(/tas bort 365 dagar efter att det kom in/).waitFor();
    await untilSettled(page);
    const isWide = () => document.documentElement.scrollWidth > window.innerWidth;
    expect(await page.evaluate(isWide)).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    await finish();
  },
);

test('each form with a name and an e-mail address links to the privacy page', async () => {
  for (const path of ['/marketplace/register', '/contact', '/submit-event']) {
    const { page, close } = await site.visit(path, { size: 'phone' });
    const link = page.getByRole('main').getByRole('link', { name: 'Så hanterar vi dina uppgifter' });
    expect(await link.getAttribute('href')).toBe('/privacy');
    await close();
  }
});
