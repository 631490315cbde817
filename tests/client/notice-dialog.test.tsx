import { afterEach, describe, expect, test } from 'bun:test';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { NoticeDialog } from '#client/features/notices/notice-dialog.tsx';
import { forgetSession, storeSession } from '#client/platform/session/member.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, show, toastSaying } from '#tests/support/client.tsx';
import { control, describedBy, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');
afterEach(() => act(forgetSession));

const CREATE = 'public.notices.create';

/** Every test reports its own ad, so that no test restores another's draft. */
let adCount = 0;

function Opener({ ad }: { ad: { order_number: string; event_name: string } }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Öppna igen
      </button>
      {isOpen && <NoticeDialog ad={ad} onClose={() => setOpen(false)} />}
    </>
  );
}

function open(answer: unknown = { message: 'Tack!' }, answers: Record<string, unknown> = {}) {
  const order_number = `SP-${1000 + ++adCount}`;
  const ad = { order_number, event_name: 'Vasaloppet' };
  const { calls } = show(<Opener ad={ad} />, { answers: { [CREATE]: answer, ...answers } });
  return {
    order_number,
    sent: () => calls.filter(({ procedure }) => procedure === CREATE).map(({ input }) => input),
  };
}
const assure = () => userEvent.click(screen.getByRole('checkbox'));
const send = () => userEvent.click(screen.getByRole('button', { name: 'Skicka anmälan' }));
const NOTICE = { explanation: 'Platsen finns inte.', name: 'Karin Ek', email: 'karin@example.se' };

describe('the dialog that reports an ad', () => {
  test('sends the notice about the page of the ad, and closes', async () => {
    const { order_number, sent } = open();
    await fill(NOTICE);
    await assure();
    await send();
    await toastSaying('Tack!');
    expect(sent()).toEqual([
      { ...NOTICE, good_faith: true, website: '', url: `/marketplace/annons/${order_number}` },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Öppna igen' }));
    expect(control('explanation').value).toBe('');
  });

  test('requires every field and the assurance', async () => {
    const { sent } = open();
    await send();
    expect(describedBy('explanation')).toContain('Behöver fyllas i');
    expect(describedBy('good_faith')).toContain('Försäkra att uppgifterna stämmer.');
    expect(sent()).toEqual([]);
  });

  test('keeps what was typed when sending fails and when it is closed', async () => {
    open(new AppError('notice.full'));
    await fill(NOTICE);
    await assure();
    await send();
    await screen.findByText('Vi har fått ovanligt många anmälningar. Försök igen senare.');
    await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
    await userEvent.click(screen.getByRole('button', { name: 'Öppna igen' }));
    expect([control('explanation').value, control('email').value]).toEqual([
      NOTICE.explanation,
      NOTICE.email,
    ]);
  });

  test('has the name and address of a member filled in', async () => {
    storeSession('token', { id: 'me', full_name: 'Anna Ek' });
    open(undefined, { 'marketplace.accounts.me': { email: 'anna@example.se' } });
    await waitFor(() => expect(control('email').value).toBe('anna@example.se'));
    expect(control('name').value).toBe('Anna Ek');
  });
});
