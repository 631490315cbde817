import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import InboxPage from '#client/pages/inbox.tsx';
import { forgetDrafts } from '#client/platform/forms/drafts.ts';
import { forgetSession, storeSession } from '#client/platform/session/member.ts';
import type {
  ConversationDetail,
  ConversationMessage,
  ConversationSummary,
} from '#src/features/conversations/contract.ts';
import type { AdviceKey } from '#src/features/marketplace-settings/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, place, setViewportWidth, show } from '#tests/support/client.tsx';
import { PLANNED } from '#tests/support/events.ts';
import { control } from '#tests/support/form.ts';
import { ANNA, conversationDetail, OPEN, PER } from '#tests/support/thread.tsx';

const idEndingIn = (last: string) => `01990000-0000-7000-8000-00000000000${last}`;
const AD = {
  id: idEndingIn('a'),
  event_name: 'Vasaloppet',
  announcement_type: 'sale',
  distance: '90 km',
  price: 2450,
  is_active: true,
  is_completed: false,
} as const;
const SARA = { id: 'sara', name: 'Sara Åkesson', is_deleted: false };
const THREAD_URL = `/marketplace/inbox?announcement=${AD.id}&user=${PER.id}&conversation=${idEndingIn('c')}`;

const summaries: ConversationSummary[] = [
  {
    id: idEndingIn('c'),
    announcement_id: AD.id,
    other_user: PER,
    announcement: AD,
    unread_count: 0,
    last_message_date: '2027-01-14T20:14:00.000Z',
    last_message: { sender_id: ANNA.id, excerpt: 'Är platsen kvar?' },
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
      is_completed: true,
    },
    unread_count: 2,
    last_message_date: '2027-01-14T17:02:00.000Z',
    last_message: { sender_id: SARA.id, excerpt: 'Vill du ha den?' },
  },
];

const message = (
  id: string,
  sender_id: string,
  message_text: string,
  created_at: string,
): ConversationMessage & { advice: AdviceKey[] } => ({ id, sender_id, message_text, created_at, advice: [] });

const detail = (part: Partial<ConversationDetail> = {}): ConversationDetail =>
  conversationDetail({
    messages: [
      message('m1', 'anna', 'Är platsen kvar?', '2027-01-13T22:59:00.000Z'),
      message('m2', PER.id, 'Ja, det är den.', '2027-01-13T23:01:00.000Z'),
    ],
    ...part,
  });

const LIST = 'marketplace.conversations.list';
const REPLY = 'marketplace.conversations.reply';

function openInbox(path: string, answers: Record<string, unknown> = {}) {
  return show(<InboxPage />, {
    path,
    answers: {
      [LIST]: summaries,
      [OPEN]: detail(),
      'marketplace.conversations.unread': { unread_count: 2 },
      ...answers,
    },
  });
}

freshPage('2027-01-15T09:00:00Z');
beforeEach(() => storeSession('token', ANNA));
afterEach(() => {
  // Unmounts first: a page without a session would redirect to the login.
  cleanup();
  forgetSession();
  localStorage.clear();
});

// A failed assertion on an element would print thousands of lines.
const hasFocus = (element: Element) => document.activeElement === element;

/** Also waits for the entry animation. */
const waitForToast = async (text: string) => {
  await screen.findByText(text);
  const shownSince = performance.now();
  await waitFor(() => expect(performance.now() - shownSince).toBeGreaterThan(100));
};

const findRow = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Konversationer' })).findByRole('link', {
    name: new RegExp(name),
  });

const chooseInMenu = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Fler val' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

describe('the list of conversations', () => {
  test('shows the other party, the ad, the last message with its time and the unread count', async () => {
    openInbox('/marketplace/inbox');
    const per = await findRow('Per Holmström');
    expect(per.textContent).toContain('Du: Är platsen kvar?');
    expect(per.textContent).toContain('Vasaloppet · 90 km');
    expect(within(per).getByText('Säljes')).toBeDefined();
    expect(per.textContent).toContain('2\u00a0450\u00a0SEK');
    expect(within(per).getByText('14 jan., 21:14')).toBeDefined();
    expect(per.textContent).not.toContain('oläs');
    expect(within(per).queryByText('Slutförd')).toBeNull();
    const sara = await findRow('Sara Åkesson');
    expect(within(sara).getByText('Slutförd')).toBeDefined();
    expect(within(sara).getByText('Söks')).toBeDefined();
    expect(sara.textContent).toContain('2 olästa meddelanden');
    expect(sara.textContent).toContain('Vill du ha den?');
    expect(sara.textContent).not.toContain('Du:');
    expect(document.title).toStartWith('Meddelanden');
  });

  test('shows no message line for a conversation without messages', async () => {
    openInbox('/marketplace/inbox', { [LIST]: summaries.map((row) => ({ ...row, last_message: null })) });
    expect((await findRow('Per Holmström')).textContent).not.toContain('Du:');
  });

  test('says that there are no conversations and links to the ads', async () => {
    openInbox('/marketplace/inbox', { [LIST]: [] });
    expect(await screen.findByRole('heading', { name: 'Inga konversationer ännu' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Se annonserna' }).getAttribute('href')).toBe('/marketplace');
  });

  test('shows an error and a retry when the fetch fails', async () => {
    const { calls, answers } = openInbox('/marketplace/inbox', { [LIST]: new AppError('server.failed') });
    expect((await screen.findByRole('alert')).textContent).toContain('Kunde inte hämta konversationer');
    answers[LIST] = summaries;
    await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    expect(await findRow('Per Holmström')).toBeDefined();
    expect(calls.filter(({ procedure }) => procedure === LIST).length).toBeGreaterThan(1);
  });

  test('redirects to the login without a session', async () => {
    forgetSession();
    openInbox('/marketplace/inbox');
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
  });

  test('redirects to the login without an error when the session has ended', async () => {
    openInbox('/marketplace/inbox', { [LIST]: new AppError('request.unauthorized') });
    await waitFor(() => expect(place.url).toBe('/marketplace/login'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(localStorage.getItem('marketplace_token')).toBeNull();
  });
});

describe('the newest conversation', () => {
  test('opens with the inbox on a wide screen, without taking focus', async () => {
    openInbox('/marketplace/inbox');
    await screen.findByRole('region', { name: 'Konversation med Per Holmström' });
    expect(place.url).toBe(THREAD_URL);
    expect((await findRow('Per Holmström')).getAttribute('aria-current')).toBe('true');
    expect(hasFocus(document.body)).toBe(true);
  });

  test('does not open with the inbox on a phone', async () => {
    setViewportWidth(390);
    const { calls } = openInbox('/marketplace/inbox');
    await findRow('Per Holmström');
    await act(() => Bun.sleep(50));
    expect(place.url).toBe('/marketplace/inbox');
    expect(calls.filter(({ procedure }) => procedure === OPEN)).toEqual([]);
  });

  test('is not opened, and so not marked as read, when it arrives in an empty inbox', async () => {
    const { answers, calls } = openInbox('/marketplace/inbox', { [LIST]: [] });
    await screen.findByText('Inga konversationer ännu');
    answers[LIST] = summaries;
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await findRow('Per Holmström');
    screen.getByText('Välj en konversation för att läsa den.');
    await act(() => Bun.sleep(50));
    expect(calls.filter(({ procedure }) => procedure === OPEN)).toEqual([]);
  });

  test('does not replace the open conversation when a newer message arrives in another one', async () => {
    const { answers } = openInbox('/marketplace/inbox');
    await screen.findByRole('region', { name: 'Konversation med Per Holmström' });
    answers[LIST] = summaries.toReversed();
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => {
      const [first] = screen.getAllByRole('link', { name: /Holmström|Åkesson/ });
      expect(first?.textContent).toContain('Sara Åkesson');
    });
    expect(place.url).toBe(THREAD_URL);
  });
});

describe('a conversation', () => {
  test('shows the other party, their phone number and the ad in its header', async () => {
    openInbox(THREAD_URL);
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
    expect((await findRow('Per Holmström')).getAttribute('aria-current')).toBe('true');
    expect((await findRow('Sara Åkesson')).getAttribute('aria-current')).toBeNull();
  });

  test('shows no phone link without a number, and marks a completed ad and a race that is sold out', async () => {
    const { announcement } = detail();
    openInbox(THREAD_URL, {
      [OPEN]: detail({
        other_user: { ...PER, phone: null, facts: null },
        announcement: {
          ...announcement,
          is_completed: true,
          name_change_fee: null,
          has_name_change_fee: false,
          event_state: { ...PLANNED, sold_out: true },
        },
      }),
    });
    const heading = await screen.findByRole('heading', { name: PER.name });
    const head = within(heading.closest('header') as HTMLElement);
    expect([head.getByText('Slutförd'), head.getByText('Fulltecknat')]).toHaveLength(2);
    expect(document.querySelector('a[href^="tel:"]')).toBeNull();
    expect(screen.queryByText(/namnbyte/)).toBeNull();
    // Per has replied but has no phone number.
    expect(screen.queryByText(/Telefonnumret visas/)).toBeNull();
  });

  test('says that the phone number is shown once the other party has replied', async () => {
    let hasReplied = false;
    const detailWithoutReply = detail({
      other_user: { ...PER, phone: null, facts: null },
      messages: detail().messages.slice(0, 1),
    });
    openInbox(THREAD_URL, { [OPEN]: () => (hasReplied ? detail() : detailWithoutReply) });
    await screen.findByText('Telefonnumret visas när du har fått svar.');
    expect(document.querySelector('a[href^="tel:"]')).toBeNull();
    hasReplied = true;
    await userEvent.click(await findRow('Sara Åkesson'));
    await userEvent.click(await findRow('Per Holmström'));
    await screen.findByRole('link', { name: /070-123 45 67/ });
    expect(screen.queryByText(/Telefonnumret visas/)).toBeNull();
  });

  test('groups messages by day in Stockholm, and marks own messages', async () => {
    openInbox(THREAD_URL);
    const log = await screen.findByRole('log', { name: 'Meddelanden' });
    expect([...log.children].map((child) => child.textContent)).toEqual([
      '13 januari',
      'Du: Är platsen kvar?23:59',
      '14 januari',
      'Per Holmström: Ja, det är den.00:01',
    ]);
    expect([...log.querySelectorAll('.message-own')].map((element) => element.textContent)).toEqual([
      'Du: Är platsen kvar?23:59',
    ]);
  });

  test('shows an error and a retry when the fetch fails', async () => {
    const { answers } = openInbox(THREAD_URL, { [OPEN]: new AppError('server.failed') });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Kunde inte hämta meddelanden');
    answers[OPEN] = detail();
    await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    expect(await screen.findByText('Ja, det är den.')).toBeDefined();
  });

  test('shows the reason without a retry when the conversation does not exist for the member', async () => {
    openInbox(THREAD_URL, { [OPEN]: new AppError('conversation.not_found') });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Kunde inte hämta meddelanden');
    expect(alert.textContent).toContain('Konversationen finns inte.');
    expect(screen.queryByRole('button', { name: 'Försök igen' })).toBeNull();
  });

  test('clears the unread count once its messages are fetched', async () => {
    const newest = message('m3', 'sara', 'Vill du ha den?', '2027-01-14T17:02:00.000Z');
    const { calls } = openInbox('/marketplace/inbox', {
      [OPEN]: detail({ other_user: { ...SARA, phone: null, facts: null }, messages: [newest] }),
    });
    const sara = await findRow('Sara Åkesson');
    await userEvent.click(sara);
    await within(await screen.findByRole('log')).findByText('Vill du ha den?');
    await waitFor(() => expect(sara.textContent).not.toContain('oläs'));
    expect(calls.filter(({ procedure }) => procedure === OPEN).at(-1)?.input).toEqual({
      announcement_id: 'a2',
      other_user_id: 'sara',
    });
    expect(hasFocus(control('message_text'))).toBe(true);
  });

  test('keeps the unread count of messages that arrived after the fetch', async () => {
    const olderMessage = message('m3', 'sara', 'Hej!', '2027-01-14T17:01:00.000Z');
    openInbox('/marketplace/inbox?announcement=a2&user=sara', {
      [OPEN]: detail({ other_user: { ...SARA, phone: null, facts: null }, messages: [olderMessage] }),
    });
    await screen.findByText('Hej!');
    await Bun.sleep(50);
    expect((await findRow('Sara Åkesson')).textContent).toContain('2 olästa meddelanden');
  });

  test('opens the report dialog for the other party and the ad', async () => {
    const { calls } = openInbox(THREAD_URL, { 'marketplace.reports.create': { message: 'Tack' } });
    await chooseInMenu('Rapportera Per Holmström');
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
  const sentReply = message('m3', 'anna', 'Toppen!', '2027-01-15T09:00:00.000Z');
  const emptyReplyBox = async () => {
    await screen.findByRole('log');
    // Drafts belong to the member, so one from an earlier test may still be there.
    await userEvent.clear(control('message_text'));
    return control('message_text');
  };

  test('is trimmed, sent, confirmed by a toast and shown after a refetch', async () => {
    const response = Promise.withResolvers();
    const { calls, answers } = openInbox(THREAD_URL, { [REPLY]: response.promise });
    await userEvent.type(await emptyReplyBox(), '  Toppen!  ');
    answers[OPEN] = detail({ messages: [...detail().messages, sentReply] });
    await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
    await act(async () => response.resolve(sentReply));
    await waitForToast('Svar skickat!');
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

  test('disables its box while it is being sent', async () => {
    const response = Promise.withResolvers();
    const { calls } = openInbox(THREAD_URL, { [REPLY]: response.promise });
    await userEvent.type(await emptyReplyBox(), 'Hej');
    const button = screen.getByRole('button', { name: 'Skicka' });
    await userEvent.click(button);
    await waitFor(() => expect(control('message_text').disabled).toBe(true));
    expect(button.getAttribute('aria-busy')).toBe('true');
    await userEvent.click(button);
    await act(async () => response.resolve(sentReply));
    await waitFor(() => expect(control('message_text').disabled).toBe(false));
    expect(calls.filter(({ procedure }) => procedure === REPLY)).toHaveLength(1);
  });

  test('is not sent when it is white space alone', async () => {
    const { calls } = openInbox(THREAD_URL, { [REPLY]: sentReply });
    await userEvent.type(await emptyReplyBox(), '   ');
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
  ])('shows an error and keeps its text when it fails: %p', async (failure, errorText) => {
    openInbox(THREAD_URL, { [REPLY]: failure });
    await userEvent.type(await emptyReplyBox(), 'Toppen!');
    await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
    expect((await screen.findByRole('alert')).textContent).toBe(errorText);
    expect(control('message_text').value).toBe('Toppen!');
    expect(screen.queryByText('Svar skickat!')).toBeNull();
    await waitFor(() => expect(hasFocus(control('message_text'))).toBe(true));
  });

  test('to a deleted conversation shows an error, removes the row and links to the newest other conversation', async () => {
    const { answers } = openInbox(THREAD_URL, { [REPLY]: new AppError('conversation.not_found') });
    await userEvent.type(await emptyReplyBox(), 'Toppen!');
    answers[OPEN] = new AppError('conversation.not_found');
    answers[LIST] = summaries.slice(1);
    await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
    const backLink = await screen.findByRole('link', { name: 'Till dina meddelanden' });
    expect(screen.getByRole('alert').textContent).toContain('Konversationen finns inte.');
    expect(screen.queryByRole('log')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('link', { name: /Per Holmström/ }) === null).toBe(true));
    expect(hasFocus(backLink)).toBe(true);
    await userEvent.click(backLink);
    await waitFor(() =>
      expect(place.url).toBe('/marketplace/inbox?announcement=a2&user=sara&conversation=c2'),
    );
  });

  test('has no reply box once a refetch of the list shows that the conversation is deleted', async () => {
    const { answers, calls } = openInbox(THREAD_URL);
    await emptyReplyBox();
    answers[OPEN] = new AppError('conversation.not_found');
    answers[LIST] = summaries.slice(1);
    const fetchCountBefore = calls.filter(({ procedure }) => procedure === LIST).length;
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() =>
      expect(calls.filter(({ procedure }) => procedure === LIST).length).toBeGreaterThan(fetchCountBefore),
    );
    await screen.findByRole('link', { name: 'Till dina meddelanden' });
    expect(screen.queryByRole('log')).toBeNull();
  });

  test('keeps a draft for each conversation', async () => {
    openInbox(THREAD_URL, {
      [OPEN]: ({ other_user_id }: { other_user_id: string }) =>
        other_user_id === PER.id
          ? detail()
          : detail({ id: 'c2', other_user: { ...SARA, phone: null, facts: null } }),
    });
    await userEvent.type(await emptyReplyBox(), 'Till Per');
    await userEvent.click(await findRow('Sara Åkesson'));
    await waitFor(() => expect(control('message_text').value).toBe(''));
    await userEvent.type(await emptyReplyBox(), 'Till Sara');
    await userEvent.click(await findRow('Per Holmström'));
    await waitFor(() => expect(control('message_text').value).toBe('Till Per'));
    await userEvent.clear(control('message_text'));
    await userEvent.click(await findRow('Sara Åkesson'));
    await waitFor(() => expect(control('message_text').value).toBe('Till Sara'));
    await userEvent.clear(control('message_text'));
  });

  test('is sent with Enter, and gets a new line with Shift+Enter', async () => {
    const response = Promise.withResolvers();
    const { calls } = openInbox(THREAD_URL, { [REPLY]: response.promise });
    await userEvent.type(await emptyReplyBox(), 'Rad ett{Shift>}{Enter}{/Shift}rad två');
    expect(control('message_text').value).toBe('Rad ett\nrad två');
    expect(calls.filter(({ procedure }) => procedure === REPLY)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await act(async () => response.resolve(sentReply));
    await waitForToast('Svar skickat!');
    await waitFor(() =>
      expect(calls.find(({ procedure }) => procedure === REPLY)?.input).toMatchObject({
        message_text: 'Rad ett\nrad två',
      }),
    );
  });
});

/** Once Per has deleted his account, the server returns an anonymous user and ad with the conversation's id. */
const DELETED_USER = { id: idEndingIn('c'), name: 'Borttagen användare', is_deleted: true };
const ANONYMOUS_AD = { ...AD, id: idEndingIn('c') };
const anonymousRows: ConversationSummary[] = summaries.map((row) =>
  row.id === idEndingIn('c')
    ? { ...row, announcement_id: ANONYMOUS_AD.id, other_user: DELETED_USER, announcement: ANONYMOUS_AD }
    : row,
);
const anonymousDetail = detail({
  announcement: { ...detail().announcement, id: ANONYMOUS_AD.id, user_id: DELETED_USER.id, is_active: false },
  other_user: { ...DELETED_USER, phone: null, facts: null },
  messages: detail().messages.slice(0, 1),
});
const ANONYMOUS_THREAD_URL = `/marketplace/inbox?announcement=${idEndingIn('c')}&user=${idEndingIn('c')}&conversation=${idEndingIn('c')}`;
const THREAD_URL_WITHOUT_ID = `/marketplace/inbox?announcement=${AD.id}&user=${PER.id}`;

describe.each([
  ['on a wide screen', 1280],
  ['on a phone', 390],
])('a conversation after the other party deletes their account, %s', (_, width) => {
  beforeEach(() => setViewportWidth(width));
  beforeEach(forgetDrafts);

  const deleteAccount = (answers: Record<string, unknown>) => {
    answers[LIST] = anonymousRows;
    answers[OPEN] = (input: { other_user_id: string }) =>
      input.other_user_id === DELETED_USER.id ? anonymousDetail : new AppError('conversation.not_found');
  };
  const expectAnonymousThread = async () => {
    const thread = await screen.findByRole('region', { name: 'Konversation med Borttagen användare' });
    expect(within(thread).getByText('Är platsen kvar?')).toBeDefined();
    expect(within(thread).queryByText('Ja, det är den.')).toBeNull();
    expect(place.url).toBe(ANONYMOUS_THREAD_URL);
    return thread;
  };
  test('shows until when the thread of a deal is kept, the final price, and reports the one who left', async () => {
    const kept = { kept_until: '2027-07-14T08:00:00.000Z', final_price: 400 };
    openInbox(ANONYMOUS_THREAD_URL, {
      [LIST]: anonymousRows,
      [OPEN]: { ...anonymousDetail, ...kept },
    });
    const thread = await screen.findByRole('region', { name: 'Konversation med Borttagen användare' });
    expect(within(thread).getByText(/sparas till 14 juli 2027/)).toBeDefined();
    expect(within(thread).getByText(/slutpris/).textContent).toBe('slutpris 400\u00a0SEK');
    fireEvent.click(within(thread).getByRole('button', { name: 'Rapportera' }));
    expect(await screen.findByRole('dialog', { name: 'Rapportera Borttagen användare' })).toBeDefined();
  });

  const unsentReply = () => screen.queryByLabelText<HTMLTextAreaElement>('Det här skickades inte:');
  const watchFor = (text: string) => {
    const appearances: string[] = [];
    const observer = new MutationObserver(() => {
      if (document.body.textContent?.includes(text)) appearances.push(text);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    return () => expect(appearances).toEqual([]);
  };

  test('becomes anonymous while it is open, and shows the unsent reply read-only', async () => {
    const { answers } = openInbox(THREAD_URL_WITHOUT_ID);
    await screen.findByRole('log');
    await userEvent.type(control('message_text'), 'Kan vi ses på lördag?');
    deleteAccount(answers);
    const expectNotShown = watchFor('Konversationen finns inte.');
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    const thread = await expectAnonymousThread();
    expectNotShown();
    expect(unsentReply()?.value).toBe('Kan vi ses på lördag?');
    expect(unsentReply()?.readOnly).toBe(true);
    expect(within(thread).queryByRole('button', { name: 'Skicka' })).toBeNull();
    // The reply box had focus and is removed, so focus moves to the note that explains why.
    const note = within(thread).getByText(/^Den du skrev med har tagit bort sitt konto/);
    await waitFor(() => expect(hasFocus(note)).toBe(true));
  });

  test('keeps the text of a reply that was sent too late', async () => {
    const { answers } = openInbox(THREAD_URL_WITHOUT_ID, { [REPLY]: new AppError('conversation.not_found') });
    await screen.findByRole('log');
    await userEvent.type(control('message_text'), 'Jag tar den.');
    deleteAccount(answers);
    await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
    await expectAnonymousThread();
    expect(unsentReply()?.value).toBe('Jag tar den.');
  });

  test('opens from an old URL that contains its id', async () => {
    const { answers } = openInbox(THREAD_URL);
    deleteAccount(answers);
    cleanup();
    openInbox(THREAD_URL, answers);
    await expectAnonymousThread();
    expect(unsentReply()).toBeNull();
  });

  test('shows an explanation and a link to the list for an old URL without its id', async () => {
    const { answers } = openInbox(THREAD_URL_WITHOUT_ID);
    deleteAccount(answers);
    cleanup();
    openInbox(THREAD_URL_WITHOUT_ID, answers);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Kunde inte hämta meddelanden');
    expect(alert.textContent).toContain('Konversationen finns inte.');
    expect(alert.textContent).toContain('Den du skrev med kan ha tagit bort sitt konto.');
    expect(place.url).toBe(THREAD_URL_WITHOUT_ID);
    await userEvent.click(screen.getByRole('link', { name: 'Till dina meddelanden' }));
    expect(await findRow('Borttagen användare')).toBeDefined();
  });

  test('shows the unsent reply when it is deleted completely', async () => {
    const { answers } = openInbox(THREAD_URL_WITHOUT_ID);
    await screen.findByRole('log');
    await userEvent.type(control('message_text'), 'Kan vi ses på lördag?');
    answers[LIST] = summaries.slice(1);
    answers[OPEN] = new AppError('conversation.not_found');
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect((await screen.findByRole('alert')).textContent).toContain('Konversationen finns inte.');
    expect(unsentReply()?.value).toBe('Kan vi ses på lördag?');
  });
});

describe('the inbox on a phone', () => {
  beforeEach(() => setViewportWidth(390));

  test('shows one pane at a time, and returns focus to the row on the way back', async () => {
    openInbox('/marketplace/inbox');
    await userEvent.click(await findRow('Per Holmström'));
    const heading = await screen.findByRole('heading', { name: 'Per Holmström' });
    expect(place.url).toBe(THREAD_URL);
    expect(hasFocus(heading)).toBe(true);
    expect(screen.queryByRole('navigation', { name: 'Konversationer' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Tillbaka till konversationerna' }));
    const per = await findRow('Per Holmström');
    expect(place.url).toBe('/marketplace/inbox');
    await waitFor(() => expect(hasFocus(per)).toBe(true));
  });

  test('goes back to the list from a conversation opened by a link in a mail', async () => {
    openInbox(THREAD_URL);
    await screen.findByRole('log');
    await userEvent.click(screen.getByRole('button', { name: 'Tillbaka till konversationerna' }));
    expect(await findRow('Per Holmström')).toBeDefined();
    expect(place.url).toBe('/marketplace/inbox');
  });

  test('offers a way back from a conversation that cannot be fetched', async () => {
    openInbox(THREAD_URL, { [OPEN]: new AppError('conversation.not_found') });
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: 'Tillbaka till konversationerna' }));
    expect(await findRow('Per Holmström')).toBeDefined();
  });
});
