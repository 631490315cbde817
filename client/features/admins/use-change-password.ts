import { useMutation } from '@tanstack/react-query';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { fieldErrorsOf, useForm } from '#client/platform/forms/use-form.ts';
import { storeAdmin } from '#client/platform/session/admin.ts';
import { ChangePasswordInput } from '#src/features/admins/contract.ts';
import { NoPasskey } from './factors/passkey.ts';
import { useEnteredFactor } from './factors/use-entered-factor.tsx';

const EMPTY_VALUES = { current_password: '', new_password: '', confirm_password: '' };
type Values = typeof EMPTY_VALUES;

const NEW_PASSWORD_ERRORS = ['password.weak', 'password.common', 'password.same'] as const;

function fieldErrorOf(error: unknown) {
  const code = errorCodeOf(error);
  if (code === 'admin.wrong_password') return { current_password: code } as const;
  const newPasswordError = NEW_PASSWORD_ERRORS.find((candidate) => candidate === code);
  return newPasswordError && { new_password: newPasswordError };
}

function findErrors(values: Values) {
  const { new_password, confirm_password } = values;
  const errors = fieldErrorsOf(ChangePasswordInput, values);
  if (!confirm_password) return { ...errors, confirm_password: 'reset.required' as const };
  if (new_password !== confirm_password) return { ...errors, confirm_password: 'password.mismatch' as const };
  return errors;
}

export function useChangePassword(onDone: () => void) {
  const { formRef, values, inputProps, errorOf, missingMessage, showErrors, submit } = useForm(EMPTY_VALUES);
  const { client } = trpc.useUtils();
  const factor = useEnteredFactor();
  const change = useMutation({
    mutationFn: async (passwords: Pick<Values, 'current_password' | 'new_password'>) =>
      client.admin.admins.changePassword.mutate({ ...passwords, ...(await factor.enter()) }),
    onSuccess: ({ message, access_token }) => {
      // The change ends all other sessions and returns a new token.
      storeAdmin(access_token);
      toast.success(message);
      onDone();
    },
    onError: (error) => {
      const fieldErrors = fieldErrorOf(error);
      if (fieldErrors) showErrors(fieldErrors);
    },
  });

  const { current_password, new_password } = values;
  const send = submit(() => findErrors(values), { current_password, new_password }, change);

  return {
    formRef,
    send,
    isPending: change.isPending,
    isChanged: Object.values(values).some(Boolean),
    formError:
      missingMessage ??
      (change.error && !fieldErrorOf(change.error)
        ? errorMessage(change.error, change.error instanceof NoPasskey ? FAILED.usePasskey : FAILED.something)
        : undefined),
    fields: { value: new_password, inputProps, errorOf },
    factor,
  };
}
