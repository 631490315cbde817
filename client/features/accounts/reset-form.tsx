import { type FormEvent, useState } from 'react';
import { PASSWORD_RULES } from '../../../src/features/accounts/contract';
import { type ErrorCode, statusOf } from '../../../src/shared/errors';
import { errorCodeOf } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { toast } from '../../platform/feedback/toast';
import { useForm } from '../../platform/forms/use-form';
import { useSendOnce } from '../../platform/forms/use-send-once';
import { useRedirect } from '../../platform/navigation/use-redirect';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { NewPassword } from '../../ui/new-password';
import { Failure } from './failure';

const EMPTY_VALUES = { new_password: '', confirm_password: '' };
const [LENGTH_RULE] = PASSWORD_RULES;

/** Leaves time to read the toast. */
const REDIRECT_DELAY_MS = 2000;

/** The server checks the other password rules. */
function findErrors({ new_password, confirm_password }: typeof EMPTY_VALUES) {
  const requiredError = (value: string): ErrorCode | undefined => (value ? undefined : 'reset.required');
  if (!new_password || !confirm_password) {
    return { new_password: requiredError(new_password), confirm_password: requiredError(confirm_password) };
  }
  if (new_password !== confirm_password) return { confirm_password: 'password.mismatch' as const };
  if (!LENGTH_RULE.holds(new_password)) return { new_password: 'password.too_short' as const };
  return undefined;
}

/** The new password was rejected, but the link still works. */
const isPasswordError = (code: ErrorCode | undefined) =>
  code === 'password.weak' || code === 'password.common';

export function ResetForm({ token }: { token: string }) {
  const { formRef, values, inputProps, errorOf, missingMessage, showErrors, clear } = useForm(EMPTY_VALUES);
  const [isDone, setDone] = useState(false);
  const utils = trpc.useUtils();
  const reset = trpc.marketplace.accounts.resetPassword.useMutation({
    onSuccess: ({ message }) => {
      // A reset ends all sessions of that account. Check whether the session of this browser is one of them.
      void utils.marketplace.accounts.me.invalidate();
      toast.success(message);
      clear();
      setDone(true);
    },
    onError: (error) => {
      const code = errorCodeOf(error);
      if (isPasswordError(code)) showErrors({ new_password: code });
    },
  });
  const sendOnce = useSendOnce(reset);
  useRedirect(isDone, '/marketplace/login', REDIRECT_DELAY_MS);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reset.isPending || isDone) return;
    const errors = findErrors(values);
    if (errors) {
      reset.reset();
      showErrors(errors);
    } else sendOnce({ token, new_password: values.new_password });
  };

  const code = errorCodeOf(reset.error);
  const isPasswordRejected = isPasswordError(code);
  const isInvalidLink = code !== undefined && !isPasswordRejected && statusOf(code) === 400;
  return (
    <>
      {missingMessage && <Alert>{missingMessage}</Alert>}
      {isInvalidLink && (
        <Alert>
          <p>Ogiltig eller utgången återställningslänk</p>
          <Link className="alert-link" to="/marketplace/forgot-password">
            Begär en ny länk
          </Link>
        </Alert>
      )}
      {reset.error && !isPasswordRejected && !isInvalidLink && (
        <Failure error={reset.error}>{FAILED.something}</Failure>
      )}
      <form className="account-form" ref={formRef} onSubmit={send} noValidate aria-label="Nytt lösenord">
        <NewPassword
          label="Nytt lösenord"
          name="new_password"
          value={values.new_password}
          rules={PASSWORD_RULES}
          inputProps={inputProps}
          errorOf={errorOf}
        />
        <Button kind="primary" type="submit" large wide busy={reset.isPending}>
          Spara nytt lösenord
        </Button>
      </form>
      <p className="account-links">
        <Link className="text-link" to="/marketplace/login">
          Tillbaka till inloggning
        </Link>
      </p>
    </>
  );
}
