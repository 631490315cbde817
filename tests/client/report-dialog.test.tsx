import { afterEach, describe, expect, test } from 'bun:test';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ReportDialog } from '#client/features/reports/report-dialog.tsx';
import { forgetSession, storeSession } from '#client/platform/session/member.ts';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import { freshPage } from '#tests/support/client.tsx';
import { control, describedBy, fill } from '#tests/support/form.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');

const CREATE = 'marketplace.reports.create';
const SENT_TEXT = 'Rapport skickad. Vi kommer granska ärendet.';
const FAILED_TEXT = 'Kunde inte skicka rapport. Försök igen.';
const AD_ID = '0190a000-0000-7000-8000-0000000000aa';

function Opener({ userId, adId }: { userId: string; adId: string | null }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Öppna igen
      </button>
      {isOpen && (
        <ReportDialog
          onClose={() => setOpen(false)}
          reportedUserId={userId}
          reportedName="Per Holmström"
          announcementId={adId}
        />
      )}
    </>
  );
}

/** Every test reports its own user, so that no test restores another's draft. */
let userCount = 0;
function open(respond: () => unknown = () => ({ id: 'r' }), adId: string | null = AD_ID) {
  storeSession('token', { id: 'me', full_name: 'Anna' });
  const userId = `0190a000-0000-7000-8000-${String(++userCount).padStart(12, '0')}`;
  const { calls } = fakeServer({ [CREATE]: respond });
  renderAt('/', <Opener userId={userId} adId={adId} />);
  return {
    userId,
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

  test.each([AD_ID, null])('closes with a toast after sending a report with the ad %p', async (adId) => {
    const { userId, sent } = open(undefined, adId);
    await fill(REPORT);
    await send();
    await screen.findByText(SENT_TEXT);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([{ ...REPORT, reported_user_id: userId, related_announcement_id: adId }]);
    await userEvent.click(screen.getByRole('button', { name: 'Öppna igen' }));
    expect(control('description').value).toBe('');
  });

  const sendErrors: [ErrorCode, string][] = [
    ['request.too_many', 'Du har gjort det här för många gånger. Vänta en stund och försök igen.'],
    ['report.self', 'Du kan inte rapportera dig själv.'],
  ];
  test.each(sendErrors)(
    'shows the error message of the server and keeps the input after %s',
    async (code, detail) => {
      open(() => {
        throw new AppError(code);
      });
      await fill(REPORT);
      await send();
      expect((await screen.findByRole('alert')).textContent).toBe(`${FAILED_TEXT} ${detail}`);
      expect(control('description').value).toBe(REPORT.description);
      expect(control('reason').value).toBe('fraud');
    },
  );

  test('shows only the general error after server.failed', async () => {
    open(() => {
      throw new AppError('server.failed');
    });
    await fill(REPORT);
    await send();
    expect((await screen.findByRole('alert')).textContent?.trim()).toBe(FAILED_TEXT);
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
    await screen.findByText(FAILED_TEXT);
    await userEvent.click(screen.getByRole('button', { name: 'Öppna igen' }));
    expect(control('description').value).toBe(REPORT.description);
  });
});
