import { beforeEach, describe, expect, test } from 'bun:test';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { forgetDrafts } from '#client/platform/forms/drafts.ts';
import type { ConversationSummary } from '#src/features/conversations/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { asMember, freshPage, place, setViewportWidth } from '#tests/support/client.tsx';
import { control } from '#tests/support/form.ts';
import {
  AD,
  detail,
  findRow,
  hasFocus,
  idEndingIn,
  LIST,
  openInbox,
  REPLY,
  summaries,
  THREAD_URL,
} from '#tests/support/inbox-page.tsx';
import { ANNA, OPEN, PER } from '#tests/support/thread.tsx';

freshPage('2027-01-15T09:00:00Z');

asMember(ANNA);

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
