import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { act, cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { DataLinkForm } from '#client/features/accounts/data-link-form.tsx';
import { ForgotForm } from '#client/features/accounts/forgot-form.tsx';
import { LoginForm } from '#client/features/accounts/login-form.tsx';
import { PersonForm } from '#client/features/accounts/profile/person-form.tsx';
import { RegisterForm } from '#client/features/accounts/register-form.tsx';
import { ResendVerification } from '#client/features/accounts/resend-verification.tsx';
import { ResetForm } from '#client/features/accounts/reset-form.tsx';
import { CreateForm } from '#client/features/announcements/create/create-form.tsx';
import { saveDraft } from '#client/features/announcements/create/draft.ts';
import { EditDialog } from '#client/features/announcements/own/edit-dialog.tsx';
import { useDelete } from '#client/features/announcements/own/use-delete.tsx';
import { useComplete } from '#client/features/announcements/use-complete.tsx';
import { ContactForm } from '#client/features/contact/contact-form.tsx';
import { ContactDialog } from '#client/features/conversations/contact-dialog.tsx';
import { ReplyBox } from '#client/features/conversations/reply-box.tsx';
import { ReportDialog } from '#client/features/reports/report-dialog.tsx';
import SubmitEventPage from '#client/pages/submit-event.tsx';
import { useSendOnce } from '#client/platform/forms/use-send-once.ts';
import { calendarAnswers } from '#tests/support/calendar-answers.ts';
import { adOf, freshPage, ownAdOf } from '#tests/support/client.tsx';
import { eventOf } from '#tests/support/events.ts';
import { fill } from '#tests/support/form.ts';
import { logIn, logOutQuietly, ownAccount } from '#tests/support/member.ts';
import { fakeServer, renderAt } from '#tests/support/render.tsx';

freshPage('2027-01-15T10:00:00+01:00');
beforeEach(() => logIn());
afterEach(() => {
  cleanup();
  logOutQuietly();
  sessionStorage.clear();
});

const id = (number: number) => `019b8f3c-0000-7000-8000-${String(number).padStart(12, '0')}`;
const AD = adOf({ id: id(1), event_id: id(2), event_name: 'Vasaloppet' });
const EVENT = eventOf({ id: id(2), event_date: '2027-03-07', distances: '90 km' });
const PASSWORDS = { password: 'Hemligt123', confirm_password: 'Hemligt123' };
const doNothing = () => {};

function ConfirmHarness({
  useConfirmedAction,
}: {
  useConfirmedAction: typeof useComplete | typeof useDelete;
}) {
  const { start, dialog } = useConfirmedAction();
  return (
    <>
      <button type="button" onClick={() => start(AD)}>
        Fråga
      </button>
      {dialog}
    </>
  );
}

const AD_DRAFT = {
  announcement_type: 'sale',
  event_id: id(2),
  distance: '90 km',
  price: '1295',
  has_name_change_fee: false,
  name_change_fee: '',
  description: '',
} as const;

type Case = {
  procedure: string;
  form: () => ReactNode;
  values?: Record<string, string>;
  /** The name of the button that confirms an action without a form. */
  confirm?: string;
};

const CASES: Record<string, Case> = {
  'a contact message': {
    procedure: 'public.contact.sendMessage',
    form: () => <ContactForm />,
    values: { name: 'Anna', email: 'anna@example.se', subject: 'Fråga', message: 'Hej!' },
  },
  'a submission': {
    procedure: 'public.submissions.submit',
    form: () => <SubmitEventPage />,
    values: {
      event_name: 'Vinterspåret',
      event_date: '2027-02-06',
      sport_type: 'Löpning',
      distances: '21 km,',
      submitter_name: 'Karin',
      submitter_email: 'karin@example.se',
    },
  },
  registration: {
    procedure: 'marketplace.accounts.register',
    form: () => <RegisterForm />,
    values: { full_name: 'Anna', email: 'anna@example.se', phone_number: '070-123 45 67', ...PASSWORDS },
  },
  login: {
    procedure: 'marketplace.accounts.login',
    form: () => <LoginForm />,
    values: { email: 'anna@example.se', password: 'Hemligt123' },
  },
  'a password reset link': {
    procedure: 'marketplace.accounts.forgotPassword',
    form: () => <ForgotForm />,
    values: { email: 'anna@example.se' },
  },
  'a new password': {
    procedure: 'marketplace.accounts.resetPassword',
    form: () => <ResetForm token="abc-123" />,
    values: { new_password: 'Hemligt123', confirm_password: 'Hemligt123' },
  },
  'a new verification link': {
    procedure: 'marketplace.accounts.resendVerification',
    form: () => <ResendVerification failedLogin="anna@example.se" />,
  },
  "a link to a suspended member's data": {
    procedure: 'marketplace.privacy.mailLink',
    form: () => <DataLinkForm failedLogin="anna@example.se" button="Skicka" />,
  },
  'a profile': {
    procedure: 'marketplace.accounts.updateProfile',
    form: () => <PersonForm account={ownAccount()} onClose={doNothing} />,
  },
  'a new ad': {
    procedure: 'marketplace.announcements.create',
    form: () => <CreateForm userId="anna" linkedEventId="" onCancel={doNothing} />,
  },
  'an edited ad': {
    procedure: 'marketplace.announcements.update',
    form: () => <EditDialog ad={ownAdOf(AD)} onClose={doNothing} />,
  },
  'a first message': {
    procedure: 'marketplace.conversations.send',
    form: () => <ContactDialog ad={AD} onClose={doNothing} onReport={doNothing} />,
    values: { message_text: 'Hej!' },
  },
  'a reply': {
    procedure: 'marketplace.conversations.reply',
    form: () => (
      <ReplyBox
        conversation={{ announcement_id: id(1), other_user_id: id(3) }}
        conversationId={id(2)}
        otherName="Per"
        takesFocus={false}
      />
    ),
    values: { message_text: 'Hej!' },
  },
  'a report': {
    procedure: 'marketplace.reports.create',
    form: () => (
      <ReportDialog onClose={doNothing} reportedUserId={id(3)} reportedName="Per" announcementId={null} />
    ),
    values: { reason: 'spam', description: 'Skickar reklam.' },
  },
  '"Markera som klar"': {
    procedure: 'marketplace.announcements.complete',
    form: () => <ConfirmHarness useConfirmedAction={useComplete} />,
    confirm: 'Markera som klar',
  },
  '"Ta bort"': {
    procedure: 'marketplace.announcements.delete',
    form: () => <ConfirmHarness useConfirmedAction={useDelete} />,
    confirm: 'Ta bort',
  },
};

describe('two presses before React renders send one call', () => {
  test.each(Object.entries(CASES))('for %s', async (_, { procedure, form, values = {}, confirm }) => {
    // Without a response, a second call can only come from the second press.
    const { calls } = fakeServer({
      ...calendarAnswers([EVENT]),
      [procedure]: () => new Promise(doNothing),
    });
    saveDraft({ user_id: 'anna', linkedEventId: '', values: AD_DRAFT });
    renderAt('/', form());
    if (confirm) {
      fireEvent.click(screen.getByText('Fråga'));
      await screen.findByRole('button', { name: confirm });
    }
    // A failed assertion on an element would print thousands of lines.
    await waitFor(() => expect(screen.queryByText('Laddar evenemang...') === null).toBe(true));
    await fill(values);
    const press = () =>
      confirm
        ? screen.getByRole('button', { name: confirm }).click()
        : document.querySelector('form')?.requestSubmit();
    act(() => {
      press();
      press();
    });
    const sentCount = () => calls.filter((call) => call.procedure === procedure).length;
    await waitFor(() => expect(sentCount()).toBeGreaterThan(0));
    await act(() => Bun.sleep(20));
    expect(sentCount()).toBe(1);
  });
});

describe('useSendOnce', () => {
  let responses: PromiseWithResolvers<void>[] = [];
  const mutation = {
    mutateAsync: () => {
      const response = Promise.withResolvers<void>();
      responses.push(response);
      return response.promise;
    },
  };
  beforeEach(() => {
    responses = [];
  });
  const renderSender = () => renderHook(() => useSendOnce<string>(mutation)).result;

  test('ignores a press between the response and the next render, but not one after it', async () => {
    const send = renderSender();
    send.current('a');
    await act(async () => {
      responses[0]?.resolve();
      await responses[0]?.promise;
      send.current('b');
      expect(responses).toHaveLength(1);
    });
    act(() => send.current('c'));
    expect(responses).toHaveLength(2);
  });

  test('sends a call about one record while one about another record is pending', async () => {
    const send = renderHook(() => useSendOnce<{ id: string }>(mutation)).result;
    act(() => {
      send.current({ id: 'a' });
      send.current({ id: 'b' });
      send.current({ id: 'a' });
    });
    expect(responses).toHaveLength(2);
    await act(async () => responses[1]?.resolve());
    act(() => {
      send.current({ id: 'a' });
      send.current({ id: 'b' });
    });
    expect(responses).toHaveLength(3);
  });

  test('sends again after a failure', async () => {
    const send = renderSender();
    send.current('a');
    await act(async () => responses[0]?.reject(new Error('no response')));
    act(() => send.current('b'));
    expect(responses).toHaveLength(2);
  });
});
