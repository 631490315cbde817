import { type FormEvent, useState } from 'react';
import { PASSWORD_RULES } from '../../../src/features/accounts/contract';
import { type ErrorCode, statusOf } from '../../../src/shared/errors';
import { errorCodeOf } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/sentences';
import { toast } from '../../platform/feedback/toast';
import { useForm } from '../../platform/forms/use-form';
import { useSendOnce } from '../../platform/forms/use-send-once';
import { useRedirect } from '../../platform/navigation/use-redirect';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { NewPassword } from '../../ui/new-password';
import { Failure } from './failure';

const EMPTY = { new_password: '', confirm_password: '' };
/** Of the rules the page holds the first. */
const [LENGTH] = PASSWORD_RULES;

/** Section 9. */
const REDIRECT_DELAY = 2000;

/** What the page looks at (section 5), in this order; the other rules are the server's to hold. */
function faultsOfReset({ new_password, confirm_password }: typeof EMPTY) {
  const isMissing = (value: string): ErrorCode | undefined => (value ? undefined : 'reset.required');
  if (!new_password || !confirm_password) {
    return { new_password: isMissing(new_password), confirm_password: isMissing(confirm_password) };
  }
  if (new_password !== confirm_password) return { confirm_password: 'password.mismatch' as const };
  if (!LENGTH.holds(new_password)) return { new_password: 'password.too_short' as const };
  return undefined;
}

/** Refused because of the new password. The link still works (D8). */
const isAboutPassword = (code: ErrorCode | undefined) =>
  code === 'password.weak' || code === 'password.common';

/** Another password by the link that was mailed (sections 2, 5 and 8). */
export function ResetForm({ token }: { token: string }) {
  const { form, values, text, errorOf, missing, refuse, clear } = useForm(EMPTY);
  const [isDone, setDone] = useState(false);
  const utils = trpc.useUtils();
  const reset = trpc.marketplace.accounts.resetPassword.useMutation({
    onSuccess: ({ message }) => {
      // D8: every session of the account has ended. The one that is stored here may be of another: it is asked.
      void utils.marketplace.accounts.me.invalidate();
      toast.success(message);
      clear();
      setDone(true);
    },
    onError: (error) => {
      const refused = errorCodeOf(error);
      if (isAboutPassword(refused)) refuse({ new_password: refused });
    },
  });
  const sendOnce = useSendOnce(reset);
  useRedirect(isDone, '/marketplace/login', REDIRECT_DELAY);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reset.isPending || isDone) return;
    const faults = faultsOfReset(values);
    if (faults) {
      reset.reset();
      refuse(faults);
    } else sendOnce({ token, new_password: values.new_password });
  };

  const code = errorCodeOf(reset.error);
  const isRefused = isAboutPassword(code);
  const isDeadLink = code !== undefined && !isRefused && statusOf(code) === 400;
  return (
    <>
      {missing && <Alert>{missing}</Alert>}
      {isDeadLink && (
        <Alert>
          <p>Ogiltig eller utgången återställningslänk</p>
          <Link className="alert-link" to="/marketplace/forgot-password">
            Begär en ny länk
          </Link>
        </Alert>
      )}
      {reset.error && !isRefused && !isDeadLink && <Failure error={reset.error}>{FAILED.something}</Failure>}
      <form className="account-form" ref={form} onSubmit={send} noValidate aria-label="Nytt lösenord">
        <NewPassword
          label="Nytt lösenord"
          name="new_password"
          value={values.new_password}
          rules={PASSWORD_RULES}
          text={text}
          errorOf={errorOf}
        />
        <Button kind="primary" type="submit" large wide busy={reset.isPending}>
          Spara nytt lösenord
        </Button>
      </form>
      <p className="account-other">
        <Link className="text-link" to="/marketplace/login">
          Tillbaka till inloggning
        </Link>
      </p>
    </>
  );
}
