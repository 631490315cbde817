import { beforeEach, describe, expect, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CaseList } from '#client/features/notices/admin/case-list.tsx';
import { ReportItem } from '#client/features/reports/admin/report-item.tsx';
import { storeAdmin } from '#client/platform/session/admin.ts';
import type { AdminNotice } from '#src/features/notices/contract.ts';
import type { AdminObjection } from '#src/features/objections/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, show, toastSaying } from '#tests/support/client.tsx';
import { control, describedBy, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => storeAdmin('token'));

const DECIDE_NOTICE = 'admin.notices.decide';
const DECIDE_OBJECTION = 'admin.objections.decide';

const notice = (part: Partial<AdminNotice> = {}): AdminNotice => ({
  id: 'n1',
  reference: 'REF1',
  url: '/marketplace/annons/SP-1042',
  order_number: 'SP-1042',
  announcement_id: 'a1',
  announcement: {
    event_name: 'Vasaloppet',
    distance: '90 km',
    announcement_type: 'sale',
    price: 2450,
    description: 'Start i led 4.',
    user_name: 'Sven Ask',
    is_active: true,
    is_completed: false,
  },
  kept_until: null,
  explanation: 'Platsen finns inte.',
  name: 'Karin Ek',
  email: 'karin@example.se',
  decision: null,
  ground: null,
  facts: null,
  decided_at: null,
  created_at: '2027-01-14T10:00:00.000Z',
  ...part,
});
const AD = notice().announcement as NonNullable<AdminNotice['announcement']>;
const objection = (part: Partial<AdminObjection> = {}): AdminObjection => ({
  id: 'o1',
  reference: 'REF2',
  user: { id: 'u1', full_name: 'Sven Ask' },
  kind: 'account_suspended',
  order_number: null,
  event_name: null,
  ground: 'Regel 6',
  facts: null,
  created_at: '2027-01-10T10:00:00.000Z',
  objection: 'Det var inte jag.',
  objected_at: '2027-01-15T08:00:00.000Z',
  objection_decision: null,
  objection_answer: null,
  objection_decided_at: null,
  ...part,
});

const path = (id: string) => `/${id}`;
const open = (answers: Record<string, unknown> = {}) => {
  const { calls, disconnect } = show(<CaseList adPath={path} userPath={path} />, {
    answers: { 'admin.notices.list': [notice()], 'admin.objections.list': [objection()], ...answers },
  });
  return {
    disconnect,
    sent: (name: string) => calls.filter(({ procedure }) => procedure === name).map(({ input }) => input),
  };
};
const decide = async (name: RegExp) =>
  userEvent.click(
    within(await screen.findByRole('article', { name })).getByRole('button', { name: 'Avgör' }),
  );
const save = () => userEvent.click(screen.getByRole('button', { name: 'Spara beslutet' }));

describe('the list of cases', () => {
  test('has open notices and objections first, each with the newest first', async () => {
    const decided = notice({ id: 'n0', decision: 'kept', created_at: '2027-01-15T09:00:00.000Z' });
    open({ 'admin.notices.list': [decided, notice()] });
    await screen.findAllByRole('article');
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Invändning mot avstängning: Sven Ask',
      'Anmäld annons: SP-1042 Vasaloppet',
      'Anmäld annons: SP-1042 Vasaloppet',
    ]);
    expect(screen.getAllByRole('button', { name: 'Avgör' })).toHaveLength(2);
  });

  test('says that there are none, and shows a failure with a way to try again', async () => {
    const page = show(<CaseList adPath={path} userPath={path} />, {
      answers: { 'admin.notices.list': [], 'admin.objections.list': new AppError('server.failed') },
    });
    await toastSaying('Kunde inte hämta ärenden');
    page.answers['admin.objections.list'] = [];
    await userEvent.click(screen.getByRole('button', { name: 'Försök igen' }));
    await screen.findByRole('heading', { name: 'Inga ärenden' });
  });

  test('decides on a notice with a rule and what happened', async () => {
    const { sent } = open({ [DECIDE_NOTICE]: notice({ decision: 'removed' }) });
    await decide(/Anmäld annons/);
    await userEvent.click(screen.getByRole('radio', { name: 'Dölj annonsen' }));
    await fill({ rule: '0', facts: 'Loppet tillåter det inte.' });
    await save();
    await toastSaying('Beslutet är sparat och mejlat');
    expect(sent(DECIDE_NOTICE)).toEqual([
      {
        id: 'n1',
        decision: 'removed',
        ground: 'Regel 1 på Startplatsmarknaden: Bara startplatser som får överlåtas',
        facts: 'Loppet tillåter det inte.',
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('has no decision on a notice preselected, and asks for one', async () => {
    const { sent } = open({ [DECIDE_NOTICE]: notice({ decision: 'kept' }) });
    await decide(/Anmäld annons/);
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    await save();
    await screen.findByText('Välj ett beslut');
    expect(sent(DECIDE_NOTICE)).toEqual([]);
    await userEvent.click(screen.getByRole('radio', { name: 'Låt den vara kvar' }));
    await save();
    await waitFor(() => expect(sent(DECIDE_NOTICE)).toMatchObject([{ id: 'n1', decision: 'kept' }]));
  });

  test('asks for the ground of a removal, which may be the rules in general', async () => {
    const { sent } = open({ [DECIDE_NOTICE]: notice({ decision: 'removed' }) });
    await decide(/Anmäld annons/);
    await userEvent.click(screen.getByRole('radio', { name: 'Dölj annonsen' }));
    await save();
    expect(describedBy('rule')).toBe('Behöver fyllas i');
    await fill({ rule: 'other', ground: ' ' });
    await save();
    expect(describedBy('ground')).toBe('Behöver fyllas i');
    await fill({ rule: 'general' });
    await save();
    await waitFor(() =>
      expect(sent(DECIDE_NOTICE)).toMatchObject([{ id: 'n1', decision: 'removed', ground: '' }]),
    );
  });

  test('asks for no ground to keep an ad, and sends none that was chosen before', async () => {
    const { sent } = open({ [DECIDE_NOTICE]: notice({ decision: 'kept' }) });
    await decide(/Anmäld annons/);
    await userEvent.click(screen.getByRole('radio', { name: 'Dölj annonsen' }));
    await fill({ rule: '0' });
    await userEvent.click(screen.getByRole('radio', { name: 'Låt den vara kvar' }));
    expect(screen.queryByLabelText(/^Grund/)).toBeNull();
    expect(screen.getByLabelText(/^Bedömning/)).toBeTruthy();
    await save();
    await waitFor(() =>
      expect(sent(DECIDE_NOTICE)).toMatchObject([{ id: 'n1', decision: 'kept', ground: '' }]),
    );
  });

  test.each([
    ['is shown', notice(), 'Visas', 'Låt den vara kvar', /^Mejlas till den som har lagt upp annonsen, med/],
    [
      'is not shown any more',
      notice({ announcement: { ...AD, is_active: false } }),
      'Dold eller utgången, visas inte',
      'Gör inget mer',
      /om den inte redan var dold/,
    ],
    [
      'is completed',
      notice({ announcement: { ...AD, is_completed: true } }),
      'Slutförd, visas inte',
      'Gör inget mer',
      /mejlas inte till den/,
    ],
    [
      'is deleted',
      notice({ announcement_id: null, announcement: { ...AD, is_active: false } }),
      'Borttagen',
      'Gör inget mer',
      /mejlas inte till den/,
    ],
  ])('says what the ad says, and that it %s', async (_, about, state, kept, hint) => {
    open({ 'admin.notices.list': [about] });
    await decide(/Anmäld annons/);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(state)).toBeTruthy();
    expect(dialog.getByText(/^SP-1042 Vasaloppet\s+Säljes, 90 km, 2\s450 SEK, av Sven Ask$/)).toBeTruthy();
    expect(dialog.getByText('Start i led 4.')).toBeTruthy();
    expect(dialog.getByRole('radio', { name: kept })).toBeTruthy();
    await userEvent.click(dialog.getAllByRole('radio')[0] as HTMLElement);
    expect(describedBy('facts')).toMatch(hint);
  });

  test('keeps what a deleted ad said, and says for how long', async () => {
    const kept_until = '2027-07-10T10:00:00.000Z';
    open({ 'admin.notices.list': [notice({ announcement_id: null, kept_until })] });
    const item = within(await screen.findByRole('article', { name: /SP-1042 Vasaloppet \(borttagen\)/ }));
    expect(item.getByText('Bevaras till 10 juli 2027')).toBeTruthy();
    expect(item.getByText(/^Säljes, 90 km/)).toBeTruthy();
    expect(item.getByText('Start i led 4.')).toBeTruthy();
    expect(item.queryByRole('link', { name: /SP-/ })).toBeNull();
  });

  test('says that a decision could not be saved without a network', async () => {
    const page = open({ [DECIDE_NOTICE]: notice({ decision: 'kept' }) });
    await decide(/Anmäld annons/);
    await userEvent.click(screen.getByRole('radio', { name: 'Låt den vara kvar' }));
    page.disconnect();
    await save();
    expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toBe(
      'Kunde inte spara beslutet',
    );
  });

  test('keeps the dialog and its text when another admin has decided', async () => {
    open({ [DECIDE_NOTICE]: new AppError('notice.decided') });
    await decide(/Anmäld annons/);
    await userEvent.click(screen.getByRole('radio', { name: 'Låt den vara kvar' }));
    await fill({ facts: 'Platsen finns.' });
    await save();
    await screen.findByText(/Anmälan är redan avgjord/);
    expect(control('facts').value).toBe('Platsen finns.');
  });

  test('decides on an objection, of which no decision is preselected', async () => {
    const { sent } = open({ [DECIDE_OBJECTION]: objection({ objection_decision: 'reversed' }) });
    await decide(/Invändning/);
    const dialog = within(screen.getByRole('dialog', { name: 'Avgör invändning från Sven Ask' }));
    for (const text of ['Kontot avstängt', '10 januari 2027', 'Regel 6'])
      expect(dialog.getByText(text)).toBeTruthy();
    await fill({ answer: 'Du har rätt.' });
    await save();
    await screen.findByText('Välj ett beslut');
    await userEvent.click(screen.getByRole('radio', { name: 'Ändra: öppna kontot' }));
    await save();
    await toastSaying('Beslutet är sparat och mejlat');
    expect(sent(DECIDE_OBJECTION)).toEqual([{ id: 'o1', decision: 'reversed', answer: 'Du har rätt.' }]);
  });
});

test('a report about something deleted says until when it is kept, and shows the conversation', async () => {
  const report = {
    id: 'r1',
    reason: 'fraud',
    description: 'Betalt, ingen plats.',
    status: 'new',
    reporter_name: 'Karin Ek',
    reporter_email: 'karin@example.se',
    reported_user: { id: null, full_name: 'Sven Ask' },
    related_announcement: { id: null, order_number: 'SP-1042', event_name: 'Vasaloppet' },
    created_at: '2027-01-10T10:00:00.000Z',
    kept_until: '2027-07-10T10:00:00.000Z',
    kept_facts: {
      reported_email: 'sven@example.se',
      announcement: { distance: '90 km', price: 2450, description: 'Start i led 4.' },
    },
  } as const;
  const message = { id: 'm1', by: 'reported', message_text: 'Swisha i dag.', created_at: report.created_at };
  show(
    <ReportItem
      report={report}
      heading="h2"
      busy={false}
      onToggleStatus={() => {}}
      adPath={path}
      userPath={path}
    />,
    { answers: { 'admin.reports.get': { ...report, messages: [message] } } },
  );
  expect(screen.getByText(/^Raderad, bevaras till 10 juli 2027/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: /Sven|SP-/ })).toBeNull();
  expect(screen.getByRole('link', { name: /^sven/ })).toBeTruthy();
  expect(screen.getByText(/90 km, 2\s450\sSEK/)).toBeTruthy();
  expect(screen.getByText('Start i led 4.')).toBeTruthy();
  await userEvent.click(screen.getByText('Konversationen'));
  await screen.findByText('Swisha i dag.');
});
