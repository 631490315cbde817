import { useState } from 'react';
import { statusOf } from '#client/platform/api/error-texts.ts';
import { errorCodeOf } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { useRedirect } from '#client/platform/navigation/use-redirect.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { NewPassword } from '#client/ui/new-password.tsx';
import { PASSWORD_RULES } from '#src/features/accounts/contract.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { Failure } from './failure.tsx';

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
  return {
    new_password: LENGTH_RULE.holds(new_password) ? undefined : ('password.too_short' as const),
    confirm_password: new_password === confirm_password ? undefined : ('password.mismatch' as const),
  };
}

/** The new password was rejected, but the link still works. */
const isPasswordError = (code: ErrorCode | undefined) =>
  code === 'password.weak' || code === 'password.common';

export function ResetForm({ token }: { token: string }) {
  const { formRef, values, inputProps, errorOf, missingMessage, showErrors, submit, clear } =
    useForm(EMPTY_VALUES);
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
  useRedirect(isDone, '/marketplace/login', REDIRECT_DELAY_MS);

  const input = { token, new_password: values.new_password };
  const send = submit(() => findErrors(values), input, { ...reset, isPending: reset.isPending || isDone });

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
