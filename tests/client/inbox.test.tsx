import { beforeEach, describe, expect, test } from 'bun:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { forgetSession } from '#client/platform/session/member.ts';
import { AppError } from '#src/shared/errors.ts';
import { asMember, freshPage, place, setViewportWidth } from '#tests/support/client.tsx';
import { findRow, hasFocus, LIST, openInbox, summaries, THREAD_URL } from '#tests/support/inbox-page.tsx';
import { ANNA, OPEN } from '#tests/support/thread.tsx';

freshPage('2027-01-15T09:00:00Z');

asMember(ANNA);

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
