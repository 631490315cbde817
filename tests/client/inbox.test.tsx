import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import InboxPage from '../../client/pages/inbox';
import { forgetDrafts } from '../../client/platform/forms/drafts';
import { forgetSession, storeSession } from '../../client/platform/session/member';
import type { ConversationDetail, ConversationSummary } from '../../src/features/conversations/contract';
import { AppError } from '../../src/shared/errors';
import { freshPage, place, show, widen } from '../support/client';
import { control } from '../support/form';

const uuid = (last: string) => `01990000-0000-7000-8000-00000000000${last}`;
const ANNA = { id: 'anna', full_name: 'Anna Lindqvist' };
const AD = {
  id: uuid('a'),
  event_name: 'Vasaloppet',
  announcement_type: 'sale',
  distance: '90 km',
  price: 2450,
} as const;
const PER = { id: uuid('1'), name: 'Per Holmström', is_deleted: false };
const SARA = { id: 'sara', name: 'Sara Åkesson', is_deleted: false };
const THREAD = `/marketplace/inbox?announcement=${AD.id}&user=${PER.id}&conversation=${uuid('c')}`;

const rows: ConversationSummary[] = [
  {
    id: uuid('c'),
    announcement_id: AD.id,
    other_user: PER,
    announcement: AD,
    unread_count: 0,
    last_message_date: '2027-01-14T20:14:00.000Z',
  },
  {
    id: 'c2',
    announcement_id: 'a2',
    other_user: SARA,
    announcement: {
      ...AD,
      id: 'a2',
      event_name: 'Göteborgsvarvet',
      announcement_type: 'wanted',
      distance: '21,1 km',
      price: 1295,
    },
    unread_count: 2,
    last_message_date: '2027-01-14T17:02:00.000Z',
  },
];

const message = (id: string, sender_id: string, message_text: string, created_at: string) => ({
  id,
  sender_id,
  message_text,
  created_at,
});

const detail = (part: Partial<ConversationDetail> = {}): ConversationDetail => ({
  id: uuid('c'),
  announcement: {
    ...AD,
    event_date: '2027-03-07',
    has_name_change_fee: true,
    name_change_fee: 350,
    order_number: 'SP-0004',
    user_id: PER.id,
    is_active: true,
    is_completed: false,
  },
  other_user: { ...PER, phone: '070-123 45 67' },
  messages: [
    message('m1', 'anna', 'Är platsen kvar?', '2027-01-13T22:59:00.000Z'),
    message('m2', PER.id, 'Ja, det är den.', '2027-01-13T23:01:00.000Z'),
  ],
  ...part,
});

const LIST = 'marketplace.conversations.list';
const OPEN = 'marketplace.conversations.open';
const REPLY = 'marketplace.conversations.reply';

/** The page, with what the server answers; a function is asked anew each time. */
function openInbox(path: string, answers: Record<string, unknown> = {}) {
  return show(<InboxPage />, {
    path,
    answers: {
      [LIST]: rows,
      [OPEN]: detail(),
      'marketplace.conversations.unread': { unread_count: 2 },
      ...answers,
    },
  });
}

freshPage('2027-01-15T09:00:00Z');
beforeEach(() => storeSession('token', ANNA));
afterEach(() => {
  // Before the page goes, nobody is to be led to the login.
  cleanup();
  forgetSession();
  localStorage.clear();
});

// As a word: a document in a message is a thousand lines.
const hasFocus = (element: Element) => document.activeElement === element;

/** The toast, once it has come to rest. */
const toastOf = async (text: string) => {
  await screen.findByText(text);
  const found = performance.now();
  await waitFor(() => expect(performance.now() - found).toBeGreaterThan(100));
};

const row = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Konversationer' })).findByRole('link', {
    name: new RegExp(name),
  });

describe('the list', () => {
  test('a conversation shows who, about what, when last and how much is unread', async () => {
    openInbox('/marketplace/inbox');
    const per = await row('Per Holmström');
    expect(per.textContent).toContain('Vasaloppet · 90 km');
    expect(within(per).getByText('Säljes')).toBeDefined();
    expect(per.textContent).toContain('2\u00a0450\u00a0SEK');
    expect(within(per).getByText('14 jan., 21:14')).toBeDefined();
    expect(per.textContent).not.toContain('oläs');
    const sara = await row('Sara Åkesson');
    expect(within(sara).getByText('Söks')).toBeDefined();
    expect(sara.textContent).toContain('2 olästa meddelanden');
    expect(screen.getByRole('heading', { name: 'Välj en konversation' })).toBeDefined();
    expect(document.title).toStartWith('Meddelanden');
  });

  test('no conversations: says so, and leads to the ads', async () => {
    openInbox('/marketplace/inbox', { [LIST]: [] });
    expect(await screen.findByRole('heading', { name: 'Inga konversationer ännu' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Se annonserna' }).getAttribute('href')).toBe('/marketplace');
    expect(screen.queryByText('Välj en konversation')).toBeNull();
  });

  test('a fetch that fails is told, and tried again', async () => {
    const { calls, answers } = openInbox('/marketplace/inbox', { [LIST]: new AppError('server.failed') });
    expect((await screen.findByRole('alert')).textContent).toContain('Kunde inte hämta konversationer');
    answers[LIST] = rows;
    await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    expect(await row('Per Holmström')).toBeDefined();
    expect(calls.filter(({ procedure }) => procedure === LIST).length).toBeGreaterThan(1);
  });

  test('nobody without a session: the login instead', async () => {
    forgetSession();
    openInbox('/marketplace/inbox');
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
  });

  test('a session that has died leads to the login without an error', async () => {
    openInbox('/marketplace/inbox', { [LIST]: new AppError('request.unauthorized') });
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(localStorage.getItem('marketplace_token')).toBeNull();
  });
});

describe('a conversation', () => {
  test('its head names the other, how to ring them, and the ad', async () => {
    openInbox(THREAD);
    const thread = await screen.findByRole('region', { name: 'Konversation med Per Holmström' });
    expect(within(thread).getByRole('heading', { name: 'Per Holmström' })).toBeDefined();
    const phone = within(thread).getByRole('link', { name: /070-123 45 67/ });
    expect(phone.getAttribute('href')).toBe('tel:0701234567');
    for (const text of [
      '90 km',
      'Säljes',
      '2\u00a0450\u00a0SEK',
      '+ 350\u00a0SEK namnbyte',
      'SP-0004',
      '7 mars 2027',
    ]) {
      expect(thread.querySelector('header')?.textContent).toContain(text);
    }
    expect((await row('Per Holmström')).getAttribute('aria-current')).toBe('true');
    expect((await row('Sara Åkesson')).getAttribute('aria-current')).toBeNull();
  });

  test('without a phone number there is none; a finished ad says so', async () => {
    const { announcement } = detail();
    openInbox(THREAD, {
      [OPEN]: detail({
        other_user: { ...PER, phone: null },
        announcement: {
          ...announcement,
          is_completed: true,
          name_change_fee: null,
          has_name_change_fee: false,
        },
      }),
    });
    expect(await screen.findByText('Slutförd')).toBeDefined();
    expect(document.querySelector('a[href^="tel:"]')).toBeNull();
    expect(screen.queryByText(/namnbyte/)).toBeNull();
    // Per has answered but has no phone number.
    expect(screen.queryByText(/Telefonnumret visas/)).toBeNull();
  });

  test('says when the phone number will be shown, until the other party has answered (D10)', async () => {
    let answered = false;
    const unanswered = detail({
      other_user: { ...PER, phone: null },
      messages: detail().messages.slice(0, 1),
    });
    openInbox(THREAD, { [OPEN]: () => (answered ? detail() : unanswered) });
    await screen.findByText('Telefonnumret visas när du har fått svar.');
    expect(document.querySelector('a[href^="tel:"]')).toBeNull();
    answered = true;
    await userEvent.click(await row('Sara Åkesson'));
    await userEvent.click(await row('Per Holmström'));
    await screen.findByRole('link', { name: /070-123 45 67/ });
    expect(screen.queryByText(/Telefonnumret visas/)).toBeNull();
  });

  test('messages stand under their day in Stockholm, own ones told apart, with the time', async () => {
    openInbox(THREAD);
    const log = await screen.findByRole('log', { name: 'Meddelanden' });
    expect([...log.children].map((child) => child.textContent)).toEqual([
      '13 januari',
      'Du: Är platsen kvar?23:59',
      '14 januari',
      'Per Holmström: Ja, det är den.00:01',
    ]);
    expect([...log.querySelectorAll('.message-own')].map((own) => own.textContent)).toEqual([
      'Du: Är platsen kvar?23:59',
    ]);
  });

  test('a fetch that fails is told, and tried again', async () => {
    const { answers } = openInbox(THREAD, { [OPEN]: new AppError('server.failed') });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Kunde inte hämta meddelanden');
    answers[OPEN] = detail();
    await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    expect(await screen.findByText('Ja, det är den.')).toBeDefined();
  });

  test('one that is not there, or not the reader’s, is told with the reason', async () => {
    openInbox(THREAD, { [OPEN]: new AppError('conversation.not_found') });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Kunde inte hämta meddelanden');
    expect(alert.textContent).toContain('Konversationen finns inte.');
    expect(screen.queryByRole('button', { name: 'Försök igen' })).toBeNull();
  });

  test('what has been fetched is counted no longer', async () => {
    const newest = message('m3', 'sara', 'Vill du ha den?', '2027-01-14T17:02:00.000Z');
    const { calls } = openInbox('/marketplace/inbox', {
      [OPEN]: detail({ other_user: { ...SARA, phone: null }, messages: [newest] }),
    });
    const sara = await row('Sara Åkesson');
    await userEvent.click(sara);
    await screen.findByText('Vill du ha den?');
    await waitFor(() => expect(sara.textContent).not.toContain('oläs'));
    expect(calls.filter(({ procedure }) => procedure === OPEN)[0]?.input).toEqual({
      announcement_id: 'a2',
      other_user_id: 'sara',
    });
    expect(hasFocus(control('message_text'))).toBe(true);
  });

  test('what came after it was fetched stays counted', async () => {
    const before = message('m3', 'sara', 'Hej!', '2027-01-14T17:01:00.000Z');
    openInbox('/marketplace/inbox?announcement=a2&user=sara', {
      [OPEN]: detail({ other_user: { ...SARA, phone: null }, messages: [before] }),
    });
    await screen.findByText('Hej!');
    await Bun.sleep(50);
    expect((await row('Sara Åkesson')).textContent).toContain('2 olästa meddelanden');
  });

  test('the report dialog is about the other party and the ad', async () => {
    const { calls } = openInbox(THREAD, { 'marketplace.reports.create': { message: 'Tack' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Rapportera Per Holmström' }));
    await userEvent.selectOptions(control('reason'), 'spam');
    await userEvent.type(control('description'), 'Skickar reklam.');
    expect(screen.getByRole('dialog', { name: 'Rapportera Per Holmström' })).toBeDefined();
    fireEvent.submit(control('reason').form as HTMLFormElement);
    await waitFor(() =>
      expect(calls.find(({ procedure }) => procedure === 'marketplace.reports.create')?.input).toMatchObject({
        reported_user_id: PER.id,
        related_announcement_id: AD.id,
      }),
    );
  });
});

describe('a reply', () => {
  const sent = message('m3', 'anna', 'Toppen!', '2027-01-15T09:00:00.000Z');
  const box = async () => {
    await screen.findByRole('log');
    // What another test left there was typed by the same Anna.
    await userEvent.clear(control('message_text'));
    return control('message_text');
  };

  test('is sent trimmed, shown, told for a while, and the conversation is fetched again', async () => {
    const answer = Promise.withResolvers();
    const { calls, answers } = openInbox(THREAD, { [REPLY]: answer.promise });
    await userEvent.type(await box(), '  Toppen!  ');
    answers[OPEN] = detail({ messages: [...detail().messages, sent] });
    await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
    await act(async () => answer.resolve(sent));
    await toastOf('Svar skickat!');
    await waitFor(() =>
      expect(calls.filter(({ procedure }) => procedure === OPEN).length).toBeGreaterThan(1),
    );
    expect(calls.find(({ procedure }) => procedure === REPLY)?.input).toEqual({
      announcement_id: AD.id,
      other_user_id: PER.id,
      message_text: 'Toppen!',
    });
    await waitFor(() => expect(screen.getByRole('log').textContent).toContain('Du: Toppen!'));
    expect(control('message_text').value).toBe('');
    await waitFor(() => expect(hasFocus(control('message_text'))).toBe(true));
  });

  test('the box is disabled while it is sent', async () => {
    const answer = Promise.withResolvers();
    const { calls } = openInbox(THREAD, { [REPLY]: answer.promise });
    await userEvent.type(await box(), 'Hej');
    const button = screen.getByRole('button', { name: 'Skicka' });
    await userEvent.click(button);
    await waitFor(() => expect(control('message_text').disabled).toBe(true));
    expect(button.getAttribute('aria-busy')).toBe('true');
    await userEvent.click(button);
    await act(async () => answer.resolve(sent));
    await waitFor(() => expect(control('message_text').disabled).toBe(false));
    expect(calls.filter(({ procedure }) => procedure === REPLY)).toHaveLength(1);
  });

  test('nothing but space is not sent', async () => {
    const { calls } = openInbox(THREAD, { [REPLY]: sent });
    await userEvent.type(await box(), '   ');
    await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
    await userEvent.keyboard('{Enter}');
    expect(calls.filter(({ procedure }) => procedure === REPLY)).toEqual([]);
  });

  test.each([
    [
      new AppError('request.too_many'),
      'Du har gjort det här för många gånger. Vänta en stund och försök igen.',
    ],
    [new TypeError('Failed to fetch'), 'Kunde inte skicka svar'],
  ])('that fails is told, and the text stays: %p', async (failure, sentence) => {
    openInbox(THREAD, { [REPLY]: failure });
    await userEvent.type(await box(), 'Toppen!');
    await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(control('message_text').value).toBe('Toppen!');
    expect(screen.queryByText('Svar skickat!')).toBeNull();
    await waitFor(() => expect(hasFocus(control('message_text'))).toBe(true));
  });

  test('to a conversation that has gone meanwhile: it is told, its row goes, and the way back leads on', async () => {
    const { answers } = openInbox(THREAD, { [REPLY]: new AppError('conversation.not_found') });
    await userEvent.type(await box(), 'Toppen!');
    answers[OPEN] = new AppError('conversation.not_found');
    answers[LIST] = rows.slice(1);
    await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
    const back = await screen.findByRole('link', { name: 'Till dina meddelanden' });
    expect(screen.getByRole('alert').textContent).toContain('Konversationen finns inte.');
    expect(screen.queryByRole('log')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('link', { name: /Per Holmström/ }) === null).toBe(true));
    expect(hasFocus(back)).toBe(true);
    await userEvent.click(back);
    expect(place.url).toBe('/marketplace/inbox');
  });

  test('a conversation that is gone when the list is fetched anew is not shown any longer', async () => {
    const { answers, calls } = openInbox(THREAD);
    await box();
    answers[OPEN] = new AppError('conversation.not_found');
    answers[LIST] = rows.slice(1);
    const lists = calls.filter(({ procedure }) => procedure === LIST).length;
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() =>
      expect(calls.filter(({ procedure }) => procedure === LIST).length).toBeGreaterThan(lists),
    );
    await screen.findByRole('link', { name: 'Till dina meddelanden' });
    expect(screen.queryByRole('log')).toBeNull();
  });

  test('what is typed stays while another conversation is read, each its own', async () => {
    openInbox(THREAD, {
      [OPEN]: ({ other_user_id }: { other_user_id: string }) =>
        other_user_id === PER.id ? detail() : detail({ id: 'c2', other_user: { ...SARA, phone: null } }),
    });
    await userEvent.type(await box(), 'Till Per');
    await userEvent.click(await row('Sara Åkesson'));
    await waitFor(() => expect(control('message_text').value).toBe(''));
    await userEvent.type(await box(), 'Till Sara');
    await userEvent.click(await row('Per Holmström'));
    await waitFor(() => expect(control('message_text').value).toBe('Till Per'));
    await userEvent.clear(control('message_text'));
    await userEvent.click(await row('Sara Åkesson'));
    await waitFor(() => expect(control('message_text').value).toBe('Till Sara'));
    await userEvent.clear(control('message_text'));
  });

  test('with a keyboard Enter sends and Shift+Enter is a new line', async () => {
    const answer = Promise.withResolvers();
    const { calls } = openInbox(THREAD, { [REPLY]: answer.promise });
    await userEvent.type(await box(), 'Rad ett{Shift>}{Enter}{/Shift}rad två');
    expect(control('message_text').value).toBe('Rad ett\nrad två');
    expect(calls.filter(({ procedure }) => procedure === REPLY)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await act(async () => answer.resolve(sent));
    await toastOf('Svar skickat!');
    await waitFor(() =>
      expect(calls.find(({ procedure }) => procedure === REPLY)?.input).toMatchObject({
        message_text: 'Rad ett\nrad två',
      }),
    );
  });
});

/** What the server has of it when Per has deleted his account: nobody's, under the conversation's own id (D36). */
const NOBODY = { id: uuid('c'), name: 'Borttagen användare', is_deleted: true };
const GONE_AD = { ...AD, id: uuid('c') };
const leftRows: ConversationSummary[] = rows.map((row) =>
  row.id === uuid('c')
    ? { ...row, announcement_id: GONE_AD.id, other_user: NOBODY, announcement: GONE_AD }
    : row,
);
const leftDetail = detail({
  announcement: { ...detail().announcement, id: GONE_AD.id, user_id: NOBODY.id, is_active: false },
  other_user: { ...NOBODY, phone: null },
  messages: detail().messages.slice(0, 1),
});
const LEFT_THREAD = `/marketplace/inbox?announcement=${uuid('c')}&user=${uuid('c')}&conversation=${uuid('c')}`;
const OLD_THREAD = `/marketplace/inbox?announcement=${AD.id}&user=${PER.id}`;

describe.each([
  ['on a wide screen', 1280],
  ['on a phone', 390],
])('when the other deletes their account, %s', (_, width) => {
  beforeEach(() => widen(width));
  afterEach(forgetDrafts);

  /** The server as it is from then on; the answers about one address come from its input. */
  const leave = (answers: Record<string, unknown>) => {
    answers[LIST] = leftRows;
    answers[OPEN] = (input: { other_user_id: string }) =>
      input.other_user_id === NOBODY.id ? leftDetail : new AppError('conversation.not_found');
  };
  const shownLeft = async () => {
    const thread = await screen.findByRole('region', { name: 'Konversation med Borttagen användare' });
    expect(within(thread).getByText('Är platsen kvar?')).toBeDefined();
    expect(within(thread).queryByText('Ja, det är den.')).toBeNull();
    expect(place.url).toBe(LEFT_THREAD);
    return thread;
  };
  const unsent = () => screen.queryByLabelText<HTMLTextAreaElement>('Det här skickades inte:');
  const never = (text: string) => {
    const shown: string[] = [];
    const observer = new MutationObserver(() => {
      if (document.body.textContent?.includes(text)) shown.push(text);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    return () => expect(shown).toEqual([]);
  };

  test('what lies open turns into the nameless conversation, with what was being typed', async () => {
    const { answers } = openInbox(OLD_THREAD);
    await screen.findByRole('log');
    await userEvent.type(control('message_text'), 'Kan vi ses på lördag?');
    leave(answers);
    const isTold = never('Konversationen finns inte.');
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    const thread = await shownLeft();
    isTold();
    expect(unsent()?.value).toBe('Kan vi ses på lördag?');
    expect(unsent()?.readOnly).toBe(true);
    expect(within(thread).queryByRole('button', { name: 'Skicka' })).toBeNull();
    // Focus was in the box that is gone: it is where the reason stands.
    const note = within(thread).getByText(/^Den du skrev med har tagit bort sitt konto/);
    await waitFor(() => expect(hasFocus(note)).toBe(true));
  });

  test('a reply that comes too late is not lost either', async () => {
    const { answers } = openInbox(OLD_THREAD, { [REPLY]: new AppError('conversation.not_found') });
    await screen.findByRole('log');
    await userEvent.type(control('message_text'), 'Jag tar den.');
    leave(answers);
    await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
    await shownLeft();
    expect(unsent()?.value).toBe('Jag tar den.');
  });

  test('the address of before leads to it, for it names the conversation too', async () => {
    const { answers } = openInbox(THREAD);
    leave(answers);
    cleanup();
    openInbox(THREAD, answers);
    await shownLeft();
    expect(unsent()).toBeNull();
  });

  test('an address that does not name it says what may have happened, and leads to the list', async () => {
    const { answers } = openInbox(OLD_THREAD);
    leave(answers);
    cleanup();
    openInbox(OLD_THREAD, answers);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Kunde inte hämta meddelanden');
    expect(alert.textContent).toContain('Konversationen finns inte.');
    expect(alert.textContent).toContain('Den du skrev med kan ha tagit bort sitt konto.');
    expect(place.url).toBe(OLD_THREAD);
    await userEvent.click(screen.getByRole('link', { name: 'Till dina meddelanden' }));
    expect(await row('Borttagen användare')).toBeDefined();
  });

  test('of a conversation that goes wholly what was being typed stays to be read', async () => {
    const { answers } = openInbox(OLD_THREAD);
    await screen.findByRole('log');
    await userEvent.type(control('message_text'), 'Kan vi ses på lördag?');
    answers[LIST] = rows.slice(1);
    answers[OPEN] = new AppError('conversation.not_found');
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect((await screen.findByRole('alert')).textContent).toContain('Konversationen finns inte.');
    expect(unsent()?.value).toBe('Kan vi ses på lördag?');
  });
});

describe('on a phone', () => {
  beforeEach(() => widen(390));

  test('one pane at a time; the way back leads to the list, and to where the reader was in it', async () => {
    openInbox('/marketplace/inbox');
    expect(screen.queryByText('Välj en konversation')).toBeNull();
    await userEvent.click(await row('Per Holmström'));
    const heading = await screen.findByRole('heading', { name: 'Per Holmström' });
    expect(place.url).toBe(THREAD);
    expect(hasFocus(heading)).toBe(true);
    expect(screen.queryByRole('navigation', { name: 'Konversationer' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Tillbaka till konversationerna' }));
    const per = await row('Per Holmström');
    expect(place.url).toBe('/marketplace/inbox');
    await waitFor(() => expect(hasFocus(per)).toBe(true));
  });

  test('from a mail the way back leads to the list too', async () => {
    openInbox(THREAD);
    await screen.findByRole('log');
    await userEvent.click(screen.getByRole('button', { name: 'Tillbaka till konversationerna' }));
    expect(await row('Per Holmström')).toBeDefined();
    expect(place.url).toBe('/marketplace/inbox');
  });

  test('a conversation that cannot be fetched has a way back', async () => {
    openInbox(THREAD, { [OPEN]: new AppError('conversation.not_found') });
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: 'Tillbaka till konversationerna' }));
    expect(await row('Per Holmström')).toBeDefined();
  });
});
