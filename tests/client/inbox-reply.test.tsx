import { describe, expect, test } from 'bun:test';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '#src/shared/errors.ts';
import { asMember, freshPage, place } from '#tests/support/client.tsx';
import { control } from '#tests/support/form.ts';
import {
  AD,
  detail,
  findRow,
  hasFocus,
  LIST,
  message,
  openInbox,
  REPLY,
  SARA,
  summaries,
  THREAD_URL,
} from '#tests/support/inbox-page.tsx';
import { ANNA, OPEN, PER } from '#tests/support/thread.tsx';

freshPage('2027-01-15T09:00:00Z');

asMember(ANNA);

describe('a reply', () => {
  const sentReply = message('m3', 'anna', 'Toppen!', '2027-01-15T09:00:00.000Z');
  const emptyReplyBox = async () => {
    await screen.findByRole('log');
    // Drafts belong to the member, so one from an earlier test may still be there.
    await userEvent.clear(control('message_text'));
    return control('message_text');
  };

  test('is trimmed, sent, confirmed without a toast and shown after a refetch', async () => {
    const response = Promise.withResolvers();
    const { calls, answers } = openInbox(THREAD_URL, { [REPLY]: response.promise });
    await userEvent.type(await emptyReplyBox(), '  Toppen!  ');
    answers[OPEN] = detail({ messages: [...detail().messages, sentReply] });
    await userEvent.click(screen.getByRole('button', { name: 'Skicka' }));
    await act(async () => response.resolve(sentReply));
    expect((await screen.findByText('Svar skickat!')).getAttribute('role')).toBe('status');
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
    await screen.findByText('Svar skickat!');
    await waitFor(() =>
      expect(calls.find(({ procedure }) => procedure === REPLY)?.input).toMatchObject({
        message_text: 'Rad ett\nrad två',
      }),
    );
  });
});
