import { beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OrganisersSection } from '#client/features/organisers/admin/organisers-section.tsx';
import SubmissionsTab from '#client/features/submissions/admin/submissions.tsx';
import type { AdminProposal, Organiser } from '#src/features/organisers/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, place, show, toastSaying } from '#tests/support/client.tsx';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => void spyOn(console, 'error').mockImplementation(() => {}));

const ID = '0190a000-0000-7000-8000-000000000001';
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));

describe('the organisers of a series', () => {
  const [LIST, INVITE, REVOKE] = ['list', 'invite', 'revoke'].map((name) => `admin.organisers.${name}`) as [
    string,
    string,
    string,
  ];
  const organiserOf = (part: Partial<Organiser> = {}): Organiser => ({
    id: ID,
    email: 'tavling@loppet.example',
    created_at: '2027-01-10T09:00:00.000Z',
    created_by: 'vera',
    expires_at: '2028-07-10T09:00:00.000Z',
    revoked_at: null,
    last_used_at: '2027-01-14T09:30:00.000Z',
    is_active: true,
    is_mailed: true,
    ...part,
  });
  const open = (answers: Record<string, unknown>) => {
    const shown = show(<OrganisersSection series={{ id: ID, name: 'Loppet' }} />, { answers });
    const sent = (name: string) =>
      shown.calls.filter(({ procedure }) => procedure === name).map(({ input }) => input);
    return { ...shown, sent };
  };

  test('are mailed a link, and an invalid address stays in the field', async () => {
    const { sent } = open({ [LIST]: [], [INVITE]: organiserOf({ is_mailed: false, last_used_at: null }) });
    await screen.findByText(/^Ingen arrangör har en länk/);
    const field = screen.getByLabelText('Arrangörens e-postadress');
    await userEvent.type(field, 'tavling');
    await press('Mejla länk');
    await screen.findByText('Ange en giltig e-postadress.');
    expect(field).toHaveProperty('value', 'tavling');
    await userEvent.type(field, '@loppet.example');
    await press('Mejla länk');
    await toastSaying('Länken mejlas till tavling@loppet.example');
    expect(sent(INVITE)).toEqual([{ id: ID, email: 'tavling@loppet.example' }]);
    expect(field).toHaveProperty('value', '');
  });

  test('are listed with the last use, mailed again and revoked after a question', async () => {
    const { sent } = open({
      [LIST]: [organiserOf()],
      [INVITE]: organiserOf(),
      [REVOKE]: { message: 'Länken är återkallad.' },
    });
    await screen.findByText(/^Gäller till .* 2028, senast använd 14 jan/);
    await press('Mejla ny länk till tavling@loppet.example');
    await toastSaying('Länken mejlas till tavling@loppet.example');
    await press('Återkalla länken till tavling@loppet.example');
    expect(sent(REVOKE)).toEqual([]);
    await press('Återkalla');
    await toastSaying('Länken är återkallad');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Arrangörer' })),
    );
    expect(sent(REVOKE)).toEqual([{ id: ID, organiser_id: ID }]);
  });

  test('that were revoked cannot be revoked again, but mailed', async () => {
    open({ [LIST]: [organiserOf({ is_active: false, revoked_at: '2027-01-14T09:30:00.000Z' })] });
    await screen.findByText(/^Återkallad 14 jan/);
    expect(screen.queryByRole('button', { name: /^Återkalla/ })).toBeNull();
  });

  test('that cannot be fetched can be fetched again', async () => {
    const { answers } = open({ [LIST]: new AppError('server.unavailable') });
    const retry = await screen.findByRole('button', { name: 'Försök igen' }, { timeout: 8000 });
    answers[LIST] = [organiserOf()];
    await userEvent.click(retry);
    await screen.findByText('tavling@loppet.example');
  }, 15_000);
});

describe('the proposals of organisers', () => {
  const [LIST, REVIEW] = ['admin.proposals.list', 'admin.proposals.review'];
  const proposalOf = (part: Partial<AdminProposal> = {}): AdminProposal => ({
    id: ID,
    event_id: ID,
    event_name: 'Skogsloppet',
    event_date: '2027-05-22',
    url: '/lopp/skogsloppet/2027',
    organiser_email: 'tavling@loppet.example',
    status: 'pending',
    created_at: '2027-01-14T10:00:00.000Z',
    before: { event_date: '2027-05-22', distances: ['10 km'], address: null },
    after: { event_date: '2027-05-29', distances: ['10 km', '21,1 km'], address: 'Parken 1' },
    current: { event_date: '2027-05-22', distances: ['10 km'], address: null },
    conflicts: [],
    admin_comments: null,
    reviewed_at: null,
    reviewed_by: null,
    ...part,
  });
  const open = (proposals: unknown, answer: unknown = proposalOf({ status: 'approved' })) => {
    const answers = { 'admin.submissions.list': [], [LIST as string]: proposals, [REVIEW as string]: answer };
    const shown = show(<SubmissionsTab />, { path: '/?from=organisers', answers });
    const sent = () => shown.calls.filter(({ procedure }) => procedure === REVIEW).map(({ input }) => input);
    return { ...shown, sent };
  };

  test('are a second list of the tab, with their number', async () => {
    show(<SubmissionsTab />, {
      answers: { 'admin.submissions.list': [], [LIST as string]: [proposalOf()] },
    });
    await userEvent.click(await screen.findByRole('radio', { name: 'Från arrangörer (1)' }));
    await screen.findByRole('listitem', { name: 'Skogsloppet' });
    expect(place.url).toBe('/?from=organisers');
  });

  test('show what was and what would be, and are approved with one press', async () => {
    const { sent } = open([proposalOf()]);
    const row = await screen.findByRole('listitem', { name: 'Skogsloppet' });
    const values = within(row)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent);
    expect(values).toEqual([
      'Var: 22 maj 2027 → Blir: 29 maj 2027',
      'Var: 10 km → Blir: 10 km, 21,1 km',
      'Var: tomt → Blir: Parken 1',
    ]);
    await press('Godkänn: Skogsloppet');
    await toastSaying('Loppet är ändrat');
    expect(sent()).toEqual([{ id: ID, status: 'approved', overwrite: false }]);
  });

  test('with a conflict show it and ask before they overwrite', async () => {
    const { sent } = open([proposalOf({ conflicts: ['address'], current: { address: 'Torget 2' } })]);
    await screen.findByText('Har ändrats sedan dess till Torget 2');
    await press('Godkänn ändå: Skogsloppet');
    expect(sent()).toEqual([]);
    await press('Godkänn ändå');
    await waitFor(() => expect(sent()).toEqual([{ id: ID, status: 'approved', overwrite: true }]));
  });

  test('are rejected with a comment', async () => {
    const { sent } = open([proposalOf()], proposalOf({ status: 'rejected' }));
    await press('Avvisa: Skogsloppet');
    await userEvent.type(screen.getByLabelText(/Kommentar/), 'Fel dag');
    await press('Avvisa');
    await toastSaying('Förslaget är avvisat');
    expect(sent()).toEqual([{ id: ID, status: 'rejected', admin_comments: 'Fel dag' }]);
  });

  test('that were reviewed have no buttons, and none at all says so', async () => {
    const reviewed = {
      status: 'approved',
      reviewed_at: '2027-01-15T08:00:00.000Z',
      reviewed_by: 'vera',
    } as const;
    const first = open([proposalOf(reviewed)]);
    await screen.findByText(/^Godkänt av vera/);
    expect(screen.queryByRole('button', { name: /Godkänn/ })).toBeNull();
    first.unmount();
    open([]);
    await screen.findByText('Inga förslag från arrangörer');
  });
});
