import { describe, expect, test } from 'bun:test';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import DuplicatesAdmin from '#client/features/duplicates/duplicates-admin.tsx';
import { useNextWaiting } from '#client/features/work/use-next-waiting.ts';
import { workPath } from '#client/features/work/work-paths.ts';
import WorkView from '#client/features/work/work-view.tsx';
import type { ClockState } from '#src/features/clock/contract.ts';
import type { DuplicatePair } from '#src/features/duplicates/contract.ts';
import { WORK_KINDS, type Work } from '#src/features/work/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { type Answers, freshPage, place, show, toastSaying } from '#tests/support/client.tsx';
import { adminEventOf } from '#tests/support/events.ts';

freshPage('2027-01-15T10:00:00+01:00');

const WORK = 'admin.work.get';
const LIST = 'admin.duplicates.list';
const MERGES = 'admin.merges.list';

const workOf = (counts: Partial<Work>): Work =>
  ({
    ...Object.fromEntries(WORK_KINDS.map((kind) => [kind, 0])),
    oldest: Object.fromEntries(WORK_KINDS.map((kind) => [kind, null])),
    stale_since: null,
    ...counts,
  }) as Work;

describe('the first view of the portal', () => {
  test('lists only what waits, in order, with since when, and links to its view', async () => {
    const oldest = { ...workOf({}).oldest, reports: '2027-01-03T10:00:00.000Z' };
    show(<WorkView />, { answers: { [WORK]: workOf({ reports: 1000, proposals: 2, oldest }) } });
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      '2Ändringsförslag från arrangörer',
      '1\u00a0000+RapporterÄldsta från 3 jan. 2027',
    ]);
    fireEvent.click(links[1] as HTMLElement);
    await waitFor(() => expect(place.url).toBe('/admin/dashboard?tab=marketplace-users&view=reports'));
  });

  test('says since when visitors see an old calendar', async () => {
    show(<WorkView />, { answers: { [WORK]: workOf({ stale_since: '2027-01-15T08:03:00.000Z' }) } });
    expect((await screen.findByRole('alert')).textContent).toStartWith(
      'Besökare ser en äldre version av kalendern, från 15 januari 2027 kl. 09:03.',
    );
  });

  test('says why the clock is doubted, until an admin confirms it', async () => {
    const trusted: ClockState = {
      ...{ doubt: null, latest_seen: '2027-01-15T09:00:00.000Z' },
      ...{ now: '2028-01-15T09:00:00.000Z', database_now: '2028-01-15T09:00:00.000Z' },
    };
    show(<WorkView />, {
      answers: {
        [WORK]: workOf({}),
        'admin.clock.get': { ...trusted, doubt: 'ahead' },
        'admin.clock.accept': trusted,
      },
    });
    expect((await screen.findByRole('alert')).textContent).toStartWith(
      'Serverns klocka visar 15 januari 2028 10:00. Senast visade den 15 januari 2027 10:00.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Klockan går rätt' }));
    await toastSaying('Klockan är bekräftad');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('says that nothing waits, and offers to try again after a failure', async () => {
    let isFailing = true;
    show(<WorkView />, {
      answers: { [WORK]: () => (isFailing ? new AppError('server.failed') : workOf({})) },
    });
    const retry = await screen.findByRole('button', { name: 'Försök igen' });
    isFailing = false;
    fireEvent.click(retry);
    await screen.findByText('Inget väntar');
  });
});

function Rows({ rows }: { rows: string[] }) {
  const main = useRef<HTMLElement>(null);
  useNextWaiting(main);
  return (
    <main ref={main}>
      <input aria-label="Sök" />
      {rows.map((row) => (
        <p key={row} data-waits tabIndex={-1}>
          {row}
        </p>
      ))}
    </main>
  );
}

describe('the key N', () => {
  const open = async (rows: string[], path: string, counts: Partial<Work>) => {
    const { calls } = show(<Rows rows={rows} />, { path, answers: { [WORK]: workOf(counts) } });
    await waitFor(() => expect(calls).toHaveLength(1));
    await Bun.sleep(20);
  };
  const press = (init: KeyboardEventInit = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'n', ...init });

  test('focuses one row after the other, then opens the next view that waits, at last the first one', async () => {
    await open(['ett', 'två'], workPath('submissions'), { submissions: 2, duplicates: 1, reports: 1 });
    press();
    expect(document.activeElement?.textContent).toBe('ett');
    press();
    expect(document.activeElement?.textContent).toBe('två');
    press();
    await waitFor(() => expect(place.url).toBe(workPath('reports')));
    (document.activeElement as HTMLElement).blur();
    screen.getByText('två').focus();
    press();
    await waitFor(() => expect(place.url).toBe(workPath('duplicates')));
    screen.getByText('två').focus();
    press();
    await waitFor(() => expect(place.url).toBe(workPath('submissions')));
  });

  test('does nothing in a field, with Ctrl, or if nothing waits', async () => {
    await open(['ett'], '/admin/dashboard', {});
    screen.getByLabelText('Sök').focus();
    press();
    expect(document.activeElement).toBe(screen.getByLabelText('Sök'));
    (document.activeElement as HTMLElement).blur();
    press({ ctrlKey: true });
    expect(document.activeElement).toBe(document.body);
    screen.getByText('ett').focus();
    press();
    await Bun.sleep(20);
    expect(place.url).toBe('/admin/dashboard');
  });
});

const pair = (name: string, other: string): DuplicatePair => {
  const events = [
    { ...adminEventOf({ id: name, event_name: name, announcement_count: 2 }), watch_count: 1 },
    { ...adminEventOf({ id: other, event_name: other, organizer: 'IFK' }), watch_count: 0 },
  ];
  return { similarity: 0.8, keep_id: name, differing_fields: ['event_name', 'organizer'], events };
};

describe('the duplicates tab', () => {
  async function open(answers: Answers) {
    const shown = show(<DuplicatesAdmin />, {
      answers: {
        [LIST]: { pairs: [pair('A', 'B')], has_more: false },
        [MERGES]: [],
        'admin.merges.merge': adminEventOf({ id: 'A' }),
        'admin.merges.unmerge': adminEventOf({ id: 'A' }),
        'admin.duplicates.dismiss': { message: '' },
        ...answers,
      },
    });
    return {
      sent: (name: string) =>
        shown.calls.filter(({ procedure }) => procedure === name).map(({ input }) => input),
    };
  }
  const item = () => screen.findByRole('listitem', { name: 'A och B' });

  test('shows the two side by side, marks what differs, and proposes which one to keep', async () => {
    await open({});
    const found = within(await item());
    const rows = found.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toContain('Namn (olika)AB');
    expect(rows).toContain('Arrangör (olika)tomtIFK');
    expect(rows).toContain('OrtMoraMora');
    expect(rows).toContain('Används av2 annonser, 1 bevakningIngen än');
    expect((found.getByRole('radio', { name: 'Behåll det första' }) as HTMLInputElement).checked).toBe(true);
  });

  test('merges into the one that is chosen', async () => {
    const { sent } = await open({});
    const found = within(await item());
    await userEvent.click(found.getByRole('radio', { name: 'Behåll det andra' }));
    await userEvent.click(found.getByRole('button', { name: 'Slå ihop' }));
    await toastSaying('Loppen är ihopslagna. Det går att ångra i 30 dagar.');
    expect(sent('admin.merges.merge')).toEqual([{ id: 'A', into: 'B' }]);
    await waitFor(() => expect(sent(LIST)).toHaveLength(2));
  });

  test('declares a pair different, and keeps it after a failure', async () => {
    const { sent } = await open({ 'admin.duplicates.dismiss': new AppError('event.not_found') });
    await userEvent.click(within(await item()).getByRole('button', { name: 'Inte samma lopp' }));
    await toastSaying('Evenemanget finns inte.');
    expect(sent('admin.duplicates.dismiss')).toEqual([{ id: 'A', other_id: 'B' }]);
    expect(await item()).toBeTruthy();
  });

  test('lists merges and undoes one', async () => {
    const { sent } = await open({
      [LIST]: { pairs: [], has_more: false },
      [MERGES]: [
        {
          id: 'A',
          event_name: 'Lidingö-loppet',
          event_date: '2027-09-25',
          into: { id: 'B', event_name: 'Lidingöloppet', event_date: '2027-09-25', url: '/lopp/b/2027' },
          merged_at: '2027-01-14T09:00:00.000Z',
          merged_by: 'vera',
          restorable_until: '2027-02-13T09:00:00.000Z',
        },
      ],
    });
    await screen.findByText('Inga troliga dubbletter');
    expect((await screen.findByText(/gick upp i/)).textContent).toBe(
      'gick upp i Lidingöloppet · vera · 14 jan. 10:00 · går att ångra till 13 feb. 2027',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Ångra: Lidingö-loppet' }));
    await toastSaying('Loppen är två igen');
    expect(sent('admin.merges.unmerge')).toEqual([{ id: 'A' }]);
  });
});
