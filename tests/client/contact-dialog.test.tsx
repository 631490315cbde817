import { afterEach, describe, expect, test } from 'bun:test';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ContactDialog } from '#client/features/conversations/contact-dialog.tsx';
import { forgetSession, storeSession } from '#client/platform/session/member.ts';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import { adOf, freshPage } from '#tests/support/client.tsx';
import { control, describedBy, fill } from '#tests/support/form.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');

const SEND = 'marketplace.conversations.send';
const SENT_NOTICE = 'Meddelande skickat! Säljaren/köparen kommer att få en notifiering.';
const id = '0190a000-0000-7000-8000-000000000001';
const AD = adOf({
  id,
  event_id: 'vasa',
  event_name: 'Vasaloppet',
  user_name: 'Per Holmström',
  price: 2450,
  has_name_change_fee: true,
  name_change_fee: 220,
});

let reportCount = 0;
let closeCount = 0;

function Opener({ ad = AD }) {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? (
    <ContactDialog
      ad={ad}
      onReport={() => reportCount++}
      onClose={() => {
        closeCount++;
        setOpen(false);
      }}
    />
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      Öppna igen
    </button>
  );
}

/** Every test uses its own ad, so that no test restores another's draft. */
let adCount = 0;
function open(respond: () => unknown = () => ({ id: 'm' }), userId = 'me') {
  storeSession('token', { id: userId, full_name: 'Anna' });
  [reportCount, closeCount] = [0, 0];
  const ad = { ...AD, id: `0190a000-0000-7000-8000-${String(++adCount).padStart(12, '0')}` };
  const server = fakeServer({ [SEND]: respond });
  return { ...server, ad, ...renderAt('/', <Opener ad={ad} />) };
}
afterEach(() => act(forgetSession));

const send = () => userEvent.click(screen.getByRole('button', { name: 'Skicka meddelande' }));
const sent = (calls: { procedure: string; input: unknown }[]) =>
  calls.filter(({ procedure }) => procedure === SEND).map(({ input }) => input);

describe('the contact dialog', () => {
  test('shows the recipient and the ad', () => {
    open();
    expect(screen.getByRole('dialog', { name: 'Kontakta Per Holmström' }).textContent).toContain(
      'SäljesVasaloppet 10 km2\u00a0450\u00a0SEK+ 220\u00a0SEK namnbyte',
    );
  });

  test.each(['', '   \n '])('rejects the message %p without sending it', async (text) => {
    const { calls } = open();
    if (text) await userEvent.type(control('message_text'), text);
    await send();
    expect(describedBy('message_text')).toContain('Meddelandet kan inte vara tomt');
    expect(document.activeElement?.getAttribute('name')).toBe('message_text');
    expect(sent(calls)).toEqual([]);
  });

  test('rejects a message of more than 5,000 characters without sending it', async () => {
    const { calls } = open();
    const field = control('message_text');
    field.focus();
    await userEvent.paste('x'.repeat(5001));
    await send();
    expect(describedBy('message_text')).toContain('En text är för lång.');
    expect(sent(calls)).toEqual([]);
  });

  test('confirms a sent message, focuses the confirmation and closes after 2 s', async () => {
    const { calls, ad } = open();
    await fill({ message_text: 'Hej! Är den kvar?' });
    await send();
    const notice = await screen.findByText(SENT_NOTICE);
    const start = performance.now();
    expect(notice.getAttribute('role')).toBe('status');
    expect(document.activeElement?.textContent).toBe(SENT_NOTICE);
    expect(sent(calls)).toEqual([{ announcement_id: ad.id, message_text: 'Hej! Är den kvar?' }]);
    expect(screen.getByRole('link', { name: 'Till konversationen' }).getAttribute('href')).toBe(
      `/marketplace/inbox?announcement=${ad.id}&user=${ad.user_id}`,
    );
    await act(() => Bun.sleep(1850));
    expect(closeCount).toBe(0);
    await waitFor(() => expect(closeCount).toBe(1), { timeout: 1000, interval: 10 });
    expect(performance.now() - start).toBeGreaterThan(1950);
    expect(performance.now() - start).toBeLessThan(2300);
    await userEvent.click(screen.getByRole('button', { name: 'Öppna igen' }));
    expect(control('message_text').value).toBe('');
  });

  test('stays while the link to the conversation has focus', async () => {
    open();
    await fill({ message_text: 'Hej' });
    await send();
    act(() => screen.getByRole('link', { name: 'Till konversationen' }).focus());
    await act(() => Bun.sleep(2200));
    expect(closeCount).toBe(0);
  });

  test('does not close twice when it is closed by hand within the 2 s', async () => {
    open();
    await fill({ message_text: 'Hej' });
    await send();
    await screen.findByText(SENT_NOTICE);
    await userEvent.click(screen.getByRole('button', { name: 'Stäng' }));
    await act(() => Bun.sleep(2200));
    expect(closeCount).toBe(1);
  });

  const sendErrors: [ErrorCode, string][] = [
    ['conversation.closed', 'Annonsen är inte längre öppen för nya meddelanden.'],
    ['conversation.own_ad', 'Du kan inte kontakta dig själv.'],
    ['announcement.not_found', 'Annonsen finns inte.'],
    ['request.too_many', 'Du har gjort det här för många gånger. Vänta en stund och försök igen.'],
    ['request.unauthorized', 'Du måste vara inloggadTill inloggningen'],
  ];
  test.each(sendErrors)(
    'shows the error message of the server and keeps the text after %s',
    async (code, detail) => {
      open(() => {
        throw new AppError(code);
      });
      await fill({ message_text: 'Hej' });
      await send();
      expect((await screen.findByRole('alert')).textContent).toBe(detail);
      expect(control('message_text').value).toBe('Hej');
      expect(closeCount).toBe(0);
    },
  );

  test('shows an error when the request fails, and keeps the text so that it can be sent again', async () => {
    const server = open();
    server.disconnect();
    await fill({ message_text: 'Hej' });
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe('Kunde inte skicka meddelande. Försök igen.');
    expect(control('message_text').value).toBe('Hej');
    fakeServer({ [SEND]: () => ({ id: 'm' }) });
    await send();
    await screen.findByText(SENT_NOTICE);
  });

  test('sends one message for two presses', async () => {
    const response = Promise.withResolvers();
    const { calls } = open(() => response.promise);
    await fill({ message_text: 'Hej' });
    await send();
    await send();
    response.resolve({ id: 'm' });
    await screen.findByText(SENT_NOTICE);
    expect(sent(calls)).toHaveLength(1);
  });

  test('restores an unsent draft when it is opened again, but not for another member', async () => {
    const { ad, unmount } = open();
    await fill({ message_text: 'Hej, jag undrar' });
    await userEvent.click(screen.getByRole('button', { name: 'Stäng' }));
    await userEvent.click(screen.getByRole('button', { name: 'Öppna igen' }));
    expect(control('message_text').value).toBe('Hej, jag undrar');
    unmount();
    storeSession('other', { id: 'somebody else', full_name: 'Bo' });
    renderAt('/', <Opener ad={ad} />);
    expect(control('message_text').value).toBe('');
  });

  test('shows the result as a toast when it is closed while the message is being sent', async () => {
    const response = Promise.withResolvers();
    open(() => response.promise);
    await fill({ message_text: 'Hej' });
    await send();
    await userEvent.click(screen.getByRole('button', { name: 'Stäng' }));
    response.resolve({ id: 'm' });
    await screen.findByText(SENT_NOTICE);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('offers to report the owner', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Rapportera användare' }));
    expect(reportCount).toBe(1);
  });
});
