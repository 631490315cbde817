import { describe, expect, test } from 'bun:test';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import SubmissionsTab from '#client/features/submissions/admin/submissions.tsx';
import { RACE_FIELD_NAMES } from '#src/features/events/fields.ts';
import type { AdminSubmission } from '#src/features/submissions/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, place, show, toastSaying } from '#tests/support/client.tsx';
import { submissionOf } from '#tests/support/events.ts';
import { control } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');

const LIST = 'admin.submissions.list';
const REVIEW = 'admin.submissions.review';

const PENDING = submissionOf();
const REJECTED = submissionOf({
  id: '0190a000-0000-7000-8000-000000000002',
  event_name: 'Strandloppet',
  status: 'rejected',
  admin_comments: 'Saknar länk',
  reviewed_by: 'bo',
  reviewed_at: '2027-01-14T16:00:00.000Z',
});

async function open(
  submissions: AdminSubmission[] = [PENDING, REJECTED],
  reviewResponse: unknown = undefined,
  path = '/',
) {
  const { calls, answers } = show(<SubmissionsTab />, {
    path,
    answers: {
      [LIST]: submissions,
      [REVIEW]: reviewResponse ?? { ...PENDING, status: 'approved', message: 'Förfrågan har godkänts.' },
    },
  });
  await screen.findByRole('listitem', { name: 'Skogsloppet' });
  const fetchCount = () => calls.filter(({ procedure }) => procedure === LIST).length;
  return {
    answers,
    expectRefetch: async (decisionCount = 1) => {
      // The response arrives right after the call, so both must be within act.
      await act(async () => {
        for (let tries = 0; fetchCount() < 1 + decisionCount && tries < 500; tries++) await Bun.sleep(2);
        await Bun.sleep(10);
      });
      expect(fetchCount()).toBe(1 + decisionCount);
    },
    sent: () => calls.filter(({ procedure }) => procedure === REVIEW).map(({ input }) => input),
  };
}
/** A failed assertion on an element would print React's whole internal state. */
const expectDialogClosed = () => waitFor(() => expect(document.querySelectorAll('dialog').length).toBe(0));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the submissions tab', () => {
  test('offers a review only for pending submissions, and shows who reviewed the others, when and why', async () => {
    await open(undefined, undefined, '/?status=all');
    const [pendingItem, rejectedItem] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
    expect(
      within(pendingItem)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual([
      'Godkänn: Skogsloppet',
      'Avvisa: Skogsloppet',
      'Redigera och granska: Skogsloppet',
      'Ta bort förfrågan: Skogsloppet',
    ]);
    expect(within(rejectedItem).getAllByRole('button')).toHaveLength(1);
    expect(rejectedItem.textContent).toContain('Avvisad av bo 14 jan. 17:00: Saknar länk');
    expect(pendingItem.textContent).toContain('Karin Hedlund · karin@example.se · 14 jan. 16:12');
  });

  test('opens on pending submissions, counts each filter and keeps it in the URL', async () => {
    await open(undefined, undefined, '/?tab=submissions&status=nonsens');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Väntande 1' }).getAttribute('aria-pressed')).toBe('true');
    const group = screen.getByRole('group', { name: 'Visa förfrågningar' });
    expect(
      within(group)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Alla 2', 'Väntande 1', 'Godkända 0', 'Avvisade 1']);
    await press('Avvisade 1');
    expect(place.url).toBe('/?tab=submissions&status=rejected');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    await press('Alla 2');
    expect(place.url).toBe('/?tab=submissions&status=all');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  test('sends a quick approval with its comment once for two presses', async () => {
    const { sent, expectRefetch } = await open();
    const button = screen.getByRole('button', { name: 'Godkänn: Skogsloppet' });
    fireEvent.click(button);
    fireEvent.click(button);
    await toastSaying('Förfrågan har godkänts.');
    await expectRefetch();
    expect(sent()).toEqual([
      { id: PENDING.id, status: 'approved', admin_comments: 'Godkänd utan ändringar' },
    ]);
  });

  test('asks before a quick approval of a possible duplicate', async () => {
    const duplicate = submissionOf({ id: '0190a000-0000-7000-8000-000000000009', event_date: '2027-07-05' });
    const { sent, expectRefetch } = await open([{ ...PENDING, duplicates: [duplicate] }]);
    await press('Godkänn: Skogsloppet');
    const dialog = await screen.findByRole('dialog', { name: 'Möjlig dubblett' });
    expect(dialog.textContent).toContain('”Skogsloppet” den 5 juli 2027 finns redan i kalendern.');
    expect(document.activeElement?.textContent).toBe('Avbryt');
    await press('Avbryt');
    await expectDialogClosed();
    expect(sent()).toEqual([]);
    await press('Godkänn: Skogsloppet');
    await press('Godkänn ändå');
    await expectDialogClosed();
    await toastSaying('Förfrågan har godkänts.');
    await expectRefetch();
    expect(sent()).toEqual([
      { id: PENDING.id, status: 'approved', admin_comments: 'Godkänd utan ändringar' },
    ]);
  });

  test('asks before a quick approval of an event that has passed', async () => {
    const { sent, expectRefetch } = await open([{ ...PENDING, event_date: '2027-01-14' }]);
    expect(screen.getByRole('listitem').textContent).toContain('Datumet har passerat');
    await press('Godkänn: Skogsloppet');
    const dialog = await screen.findByRole('dialog', { name: 'Datumet har passerat' });
    expect(dialog.textContent).toContain('”Skogsloppet” den 14 januari 2027 har redan varit.');
    expect(sent()).toEqual([]);
    await press('Godkänn ändå');
    await expectDialogClosed();
    await toastSaying('Förfrågan har godkänts.');
    await expectRefetch();
    expect(sent()).toHaveLength(1);
  });

  test('sends nothing when a rejection is cancelled, and sends the reason as typed when it is confirmed', async () => {
    const { sent, expectRefetch } = await open();
    await press('Avvisa: Skogsloppet');
    await press('Avbryt');
    await expectDialogClosed();
    expect(sent()).toEqual([]);
    await press('Avvisa: Skogsloppet');
    await userEvent.type(control('admin_comments'), 'Saknar datum');
    await press('Avvisa');
    await expectDialogClosed();
    await expectRefetch();
    expect(sent()).toEqual([{ id: PENDING.id, status: 'rejected', admin_comments: 'Saknar datum' }]);
  });

  test('sends the edited fields with an approval but not with a rejection', async () => {
    const { sent, expectRefetch } = await open();
    await press('Redigera och granska: Skogsloppet');
    expect(place.url).toBe(`/?review=${PENDING.id}`);
    await userEvent.clear(control('ort'));
    await press('Skicka beslut');
    await expectDialogClosed();
    await expectRefetch();
    expect(place.url).toBe('/');
    await press('Redigera och granska: Skogsloppet');
    await userEvent.clear(control('event_name'));
    await userEvent.click(screen.getByRole('radio', { name: 'Avvisa' }));
    await press('Skicka beslut');
    await expectDialogClosed();
    await expectRefetch(2);
    const proposedFields = Object.fromEntries(RACE_FIELD_NAMES.map((name) => [name, PENDING[name] ?? '']));
    expect(sent()).toEqual([
      {
        id: PENDING.id,
        status: 'approved',
        admin_comments: '',
        invite_organiser: false,
        ...proposedFields,
        ort: '',
      },
      { id: PENDING.id, status: 'rejected', admin_comments: '' },
    ]);
  });

  test('asks the reviewer about a date in the past and a number without a unit', async () => {
    const { sent } = await open([submissionOf({ event_date: '2026-05-22', distances: '5, 10 km' })]);
    await press('Redigera och granska: Skogsloppet');
    await press('Ja, 2027');
    await press('5 km');
    await press('Skicka beslut');
    await expectDialogClosed();
    expect(sent()).toMatchObject([{ event_date: '2027-05-22', distances: '5 km, 10 km' }]);
  });

  test('rejects a comment that is too long without sending it', async () => {
    const { sent } = await open();
    await press('Avvisa: Skogsloppet');
    fireEvent.change(control('admin_comments'), { target: { value: 'x'.repeat(5001) } });
    await press('Avvisa');
    await screen.findByText('En text är för lång.');
    expect(sent()).toEqual([]);
  });

  test('says in the dialog that another admin has deleted the submission', async () => {
    const { answers, expectRefetch } = await open(undefined, new AppError('submission.not_found'));
    await press('Redigera och granska: Skogsloppet');
    answers[LIST] = [REJECTED];
    await press('Skicka beslut');
    await expectRefetch();
    await screen.findByText(/Förfrågan finns inte\. Någon har tagit bort den\./);
  });

  test('says that another admin has reviewed the submission, and keeps the input', async () => {
    const { answers, expectRefetch } = await open(undefined, new AppError('submission.reviewed'));
    await press('Redigera och granska: Skogsloppet');
    await userEvent.type(control('admin_comments'), 'Min kommentar');
    answers[LIST] = [{ ...PENDING, status: 'approved', reviewed_by: 'bo' }, REJECTED];
    await press('Skicka beslut');
    await expectRefetch();
    await toastSaying('Fel vid granskning av evenemangsförfrågan');
    await screen.findByText(/Förfrågan är redan granskad\. Godkänd av bo/);
    expect(control('admin_comments').value).toBe('Min kommentar');
    expect((screen.getByRole('button', { name: 'Skicka beslut' }) as HTMLButtonElement).disabled).toBe(true);
  });

  test('marks two pending submissions with the same date and name as duplicates, but no reviewed one', async () => {
    await open(
      [
        submissionOf(),
        submissionOf({ id: '0190a000-0000-7000-8000-00000000000a', event_name: 'SKOGSLOPPET', ort: 'Orsa' }),
        submissionOf({ id: '0190a000-0000-7000-8000-00000000000b', event_name: 'Ensamloppet' }),
        { ...REJECTED, event_name: 'Ensamloppet' },
      ],
      undefined,
      '/?status=all',
    );
    const isMarked = screen
      .getAllByRole('listitem')
      .map((row) => row.textContent?.includes('Möjlig dubblett'));
    expect(isMarked).toEqual([true, true, false, false]);
  });

  test('shows a date range in full, with its year', async () => {
    await open([submissionOf({ event_date: '2027-07-05', event_end_date: '2027-08-01' })]);
    expect(document.querySelector('.submission-facts time:not(.visually-hidden)')?.textContent).toBe(
      '5 juli – 1 aug. 2027',
    );
  });

  test('compares the submission with an event of the same date and name, and links to that event', async () => {
    const { submitter_name: _, ...pendingFields } = PENDING;
    await open([
      submissionOf({
        duplicates: [{ ...pendingFields, id: 'e', ort: 'Orsa', race_link: 'https://skog.example/' }],
      }),
    ]);
    expect(screen.getByRole('listitem').textContent).toContain('Möjlig dubblett');
    await press('Redigera och granska: Skogsloppet');
    const link = screen.getByRole('link', { name: /Visa evenemanget/ });
    expect(link.getAttribute('href')).toBe('/admin/dashboard?tab=events&q=Skogsloppet&date=all');
    const cells = (label: string) =>
      within(screen.getByRole('rowheader', { name: label }).closest('tr') as HTMLElement)
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(cells('Plats')).toEqual(['Mora, Dalarna', 'Orsa, Dalarna']);
    expect(cells('Länk till loppet')).toEqual(['saknas', 'https://skog.example/']);
  });
});

test('the submissions tab shows a toast and "Försök igen" when the list cannot be fetched', async () => {
  const { answers } = show(<SubmissionsTab />, { answers: { [LIST]: new AppError('server.failed') } });
  await toastSaying('Fel vid hämtning av förfrågningar');
  answers[LIST] = [PENDING];
  await press('Försök igen');
  await screen.findByRole('listitem', { name: 'Skogsloppet' });
});
