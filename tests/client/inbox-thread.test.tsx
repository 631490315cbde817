import { describe, expect, test } from 'bun:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppError } from '#src/shared/errors.ts';
import { asMember, freshPage } from '#tests/support/client.tsx';
import { PLANNED } from '#tests/support/events.ts';
import { control } from '#tests/support/form.ts';
import {
  AD,
  detail,
  findRow,
  hasFocus,
  message,
  openInbox,
  SARA,
  THREAD_URL,
} from '#tests/support/inbox-page.tsx';
import { ANNA, OPEN, PER } from '#tests/support/thread.tsx';

freshPage('2027-01-15T09:00:00Z');

asMember(ANNA);

const chooseInMenu = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Fler val' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

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
