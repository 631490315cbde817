import { afterEach, describe, expect, test } from 'bun:test';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ReportDialog } from '../../client/features/reports/report-dialog';
import { forgetSession, storeSession } from '../../client/platform/session/member';
import { AppError, type ErrorCode } from '../../src/shared/errors';
import { freshPage } from '../support/client';
import { control, describedBy, fill } from '../support/form';
import { fakeServer, renderAt } from '../support/render';

freshPage('2027-01-15T10:00:00+01:00');

const CREATE = 'marketplace.reports.create';
const SENT = 'Rapport skickad. Vi kommer granska ärendet.';
const FAILED = 'Kunde inte skicka rapport. Försök igen.';
const AD = '0190a000-0000-7000-8000-0000000000aa';

function Opener({ user, ad }: { user: string; ad: string | null }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Öppna igen
      </button>
      {isOpen && (
        <ReportDialog
          onClose={() => setOpen(false)}
          reportedUserId={user}
          reportedName="Per Holmström"
          announcementId={ad}
        />
      )}
    </>
  );
}

let userCount = 0;
function open(respond: () => unknown = () => ({ id: 'r' }), ad: string | null = AD) {
  storeSession('token', { id: 'me', full_name: 'Anna' });
  const user = `0190a000-0000-7000-8000-${String(++userCount).padStart(12, '0')}`;
  const { calls } = fakeServer({ [CREATE]: respond });
  renderAt('/', <Opener user={user} ad={ad} />);
  return {
    user,
    sent: () => calls.filter(({ procedure }) => procedure === CREATE).map(({ input }) => input),
  };
}
afterEach(() => act(forgetSession));

const send = () => userEvent.click(screen.getByRole('button', { name: 'Skicka rapport' }));
const REPORT = { reason: 'fraud', description: 'Hon tog betalt två gånger.' };

describe('the report dialog', () => {
  test('offers six reasons with none selected', () => {
    open();
    expect(screen.getByRole('dialog', { name: 'Rapportera Per Holmström' })).toBeTruthy();
    const options = within(control('reason')).getAllByRole('option') as HTMLOptionElement[];
    expect(options.map(({ value, text }) => [value, text])).toEqual([
      ['', 'Välj anledning'],
      ['fraud', 'Bedrägeri'],
      ['fake_listing', 'Falsk annons'],
      ['harassment', 'Trakasserier'],
      ['spam', 'Skräppost'],
      ['inappropriate', 'Olämpligt innehåll'],
      ['other', 'Annat'],
    ]);
    expect(control('reason').value).toBe('');
  });

  test('requires a reason and a description, each with its own error', async () => {
    const { sent } = open();
    await send();
    expect(describedBy('reason')).toContain('Välj en anledning för rapportering');
    expect(describedBy('description')).toContain('Beskriv vad som hänt');
    expect(document.activeElement?.getAttribute('name')).toBe('reason');
    await fill({ reason: 'spam', description: '  ' });
    await send();
    expect(describedBy('reason')).toBe('');
    expect(describedBy('description')).toContain('Beskriv vad som hänt');
    expect(document.activeElement?.getAttribute('name')).toBe('description');
    expect(sent()).toEqual([]);
  });

  test.each([AD, null])('closes with a toast after sending a report with the ad %p', async (ad) => {
    const { user, sent } = open(undefined, ad);
    await fill(REPORT);
    await send();
    await screen.findByText(SENT);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([{ ...REPORT, reported_user_id: user, related_announcement_id: ad }]);
    await userEvent.click(screen.getByRole('button', { name: 'Öppna igen' }));
    expect(control('description').value).toBe('');
  });

  const sendErrors: [ErrorCode, string][] = [
    ['request.too_many', 'Du har gjort det här för många gånger. Vänta en stund och försök igen.'],
    ['report.self', 'Du kan inte rapportera dig själv.'],
  ];
  test.each(sendErrors)('shows the reason and keeps the input after %s', async (code, detail) => {
    open(() => {
      throw new AppError(code);
    });
    await fill(REPORT);
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe(`${FAILED} ${detail}`);
    expect(control('description').value).toBe(REPORT.description);
    expect(control('reason').value).toBe('fraud');
  });

  test('shows only the general error after server.failed', async () => {
    open(() => {
      throw new AppError('server.failed');
    });
    await fill(REPORT);
    await send();
    expect((await screen.findByRole('alert')).textContent?.trim()).toBe(FAILED);
  });

  test('shows only that the outcome is unknown after server.uncertain', async () => {
    open(() => {
      throw new AppError('server.uncertain');
    });
    await fill(REPORT);
    await send();
    expect((await screen.findByRole('alert')).textContent?.trim()).toBe(
      'Förbindelsen bröts medan det sparades. Se efter om det blev sparat innan du försöker igen.',
    );
  });

  test('shows a failure as a toast and keeps the draft when it is closed while sending', async () => {
    const response = Promise.withResolvers();
    open(async () => {
      await response.promise;
      throw new AppError('server.unavailable');
    });
    await fill(REPORT);
    await send();
    await userEvent.click(screen.getByRole('button', { name: 'Avbryt' }));
    response.resolve(undefined);
    await screen.findByText(FAILED);
    await userEvent.click(screen.getByRole('button', { name: 'Öppna igen' }));
    expect(control('description').value).toBe(REPORT.description);
  });
});
