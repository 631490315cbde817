import { afterEach, beforeEach, expect, test } from 'bun:test';
import { act, cleanup, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { LoginForm } from '#client/features/accounts/login-form.tsx';
import { EditDialog } from '#client/features/announcements/own/edit-dialog.tsx';
import { ContactForm } from '#client/features/contact/contact-form.tsx';
import { detailOf } from '#client/platform/api/error-texts.ts';
import { forgetDrafts } from '#client/platform/forms/drafts.ts';
import { AppError } from '#src/shared/errors.ts';
import { freshPage, ownAdOf } from '#tests/support/client.tsx';
import { control, fill } from '#tests/support/form.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(forgetDrafts);
afterEach(cleanup);

type Case = {
  procedure: string;
  form: () => ReactNode;
  values: Record<string, string>;
  /** Emptied after the server has failed. */
  field: string;
};

const CASES: Record<string, Case> = {
  'a mutation': {
    procedure: 'marketplace.accounts.login',
    form: () => <LoginForm />,
    values: { email: 'anna@example.se', password: 'Hemligt123' },
    field: 'password',
  },
  'an action': {
    procedure: 'marketplace.announcements.update',
    form: () => (
      <EditDialog ad={ownAdOf({ id: '019b8f3c-0000-7000-8000-000000000001' })} onClose={() => {}} />
    ),
    values: {},
    field: 'price',
  },
  '`serverError`': {
    procedure: 'public.contact.sendMessage',
    form: () => <ContactForm />,
    values: { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'Hej!' },
    field: 'message',
  },
};

test.each(Object.entries(CASES))(
  'an invalid submission removes what the server said about the last one, with %s',
  async (_, { procedure, form, values, field }) => {
    const fail = () => {
      throw new AppError('server.unavailable');
    };
    const { calls } = fakeServer({ [procedure]: fail });
    renderAt('/', form());
    await fill(values);
    const submit = () => act(() => document.querySelector('form')?.requestSubmit());
    const isShown = () =>
      [...document.querySelectorAll('.alert')].some(({ textContent }) =>
        textContent.includes(detailOf('server.unavailable')),
      );
    submit();
    await waitFor(() => expect(isShown()).toBe(true));
    await userEvent.clear(control(field));
    expect(isShown()).toBe(true);
    submit();
    expect(isShown()).toBe(false);
    expect(control(field).getAttribute('aria-invalid')).toBe('true');
    expect(calls.filter((call) => call.procedure === procedure)).toHaveLength(1);
  },
);
