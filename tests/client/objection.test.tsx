import { beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import ObjectionPage from '#client/pages/objection.tsx';
import type { StatementByLink } from '#src/features/objections/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, show, toastSaying } from '#tests/support/client.tsx';
import { control, describedBy, fill } from '#tests/support/form.ts';

freshPage('2027-01-15T10:00:00+01:00');
// React Query logs a failed fetch.
beforeEach(() => void spyOn(console, 'error').mockImplementation(() => {}));

const GET = 'public.statements.get';
const OBJECT = 'public.statements.object';

let count = 0;
const statementOf = (part: Partial<StatementByLink> = {}): StatementByLink => ({
  kind: 'ad_hidden',
  order_number: 'SP-1042',
  event_name: 'Vasaloppet',
  ground: 'Regel 5',
  facts: 'Platsen såldes två gånger.',
  created_at: '2027-01-14T10:00:00.000Z',
  objection: null,
  objected_at: null,
  objection_decision: null,
  objection_answer: null,
  objection_decided_at: null,
  reference: `REF${++count}`,
  ...part,
});

const open = (answers: Record<string, unknown>) =>
  show(
    <Routes>
      <Route path="/rules/invandning/:token" element={<ObjectionPage />} />
    </Routes>,
    { path: '/rules/invandning/hemlig', answers },
  );

describe('the page of a statement', () => {
  test('shows the decision and sends an objection once', async () => {
    const statement = statementOf();
    const sent = { ...statement, objection: 'Fel person.', objected_at: '2027-01-15T09:00:00.000Z' };
    const { calls } = open({ [GET]: statement, [OBJECT]: sent });
    await screen.findByRole('heading', { name: 'Vi har dolt din annons SP-1042 för Vasaloppet' });
    await userEvent.click(screen.getByRole('button', { name: 'Skicka invändningen' }));
    expect(describedBy('text')).toContain('Skriv varför beslutet är fel');
    await fill({ text: 'Fel person.' });
    await userEvent.dblClick(screen.getByRole('button', { name: 'Skicka invändningen' }));
    await screen.findByText('Tack! Vi prövar saken igen och mejlar dig vårt svar.');
    expect(calls.filter(({ procedure }) => procedure === OBJECT).map(({ input }) => input)).toEqual([
      { token: 'hemlig', text: 'Fel person.' },
    ]);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('hemlig');
  });

  test('keeps the text when sending fails', async () => {
    open({ [GET]: statementOf(), [OBJECT]: new Error('offline') });
    await screen.findByRole('textbox');
    await fill({ text: 'Fel person.' });
    await userEvent.click(screen.getByRole('button', { name: 'Skicka invändningen' }));
    await toastSaying('Kunde inte skicka invändningen. Försök igen.');
    expect(control('text').value).toBe('Fel person.');
  });

  test('shows the answer to an objection', async () => {
    open({
      [GET]: statementOf({
        objection: 'Fel person.',
        objected_at: '2027-01-14T12:00:00.000Z',
        objection_decision: 'upheld',
        objection_answer: 'Annonsen är din.',
        objection_decided_at: '2027-01-15T08:00:00.000Z',
      }),
    });
    await screen.findByText('Beslutet står fast');
    expect(screen.getByText('Annonsen är din.')).toBeTruthy();
  });

  test('says that a link is invalid, and fetches again after another failure', async () => {
    open({ [GET]: new AppError('statement.invalid') });
    await screen.findByText('Länken är ogiltig eller har gått ut.');
    expect(screen.getByRole('link', { name: 'Till kontaktsidan' })).toBeTruthy();
  });
});
