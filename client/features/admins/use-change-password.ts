import type { FormEvent } from 'react';
import { ChangePasswordInput } from '../../../src/features/admins/contract';
import { errorCodeOf, toldBy } from '../../platform/failures';
import { FAILED } from '../../platform/sentences';
import { toast } from '../../platform/toast';
import { trpc } from '../../platform/trpc';
import { faultsOf, useForm } from '../../platform/use-form';
import { useSendOnce } from '../../platform/use-send-once';

const EMPTY = { new_password: '', confirm_password: '' };
type Values = typeof EMPTY;

/** Errors that are shown at the field, not above the form. */
const FIELD_ERRORS = ['password.weak', 'password.common', 'password.same'] as const;
const fieldCodeOf = (error: unknown) => FIELD_ERRORS.find((code) => code === errorCodeOf(error));

function faultsOfChange(values: Values) {
  const { new_password, confirm_password } = values;
  if (!confirm_password)
    return { ...faultsOf(ChangePasswordInput, values), confirm_password: 'reset.required' as const };
  if (new_password !== confirm_password) return { confirm_password: 'password.mismatch' as const };
  return faultsOf(ChangePasswordInput, values);
}

/** The state of the form in which an admin chooses another password. */
export function useChangePassword(onDone: () => void) {
  const { form, values, text, errorOf, missing, refuse } = useForm(EMPTY);
  const change = trpc.admin.admins.changePassword.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onDone();
    },
    onError: (error) => {
      const code = fieldCodeOf(error);
      if (code) refuse({ new_password: code });
    },
  });
  const sendOnce = useSendOnce(change);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const faults = faultsOfChange(values);
    change.reset();
    if (faults) refuse(faults);
    else sendOnce({ new_password: values.new_password });
  };

  const isAtField = fieldCodeOf(change.error) !== undefined;
  // The admin cancelled the password dialog: nothing failed.
  const isCancelled = errorCodeOf(change.error) === 'admin.confirm_password';
  return {
    form,
    send,
    isPending: change.isPending,
    isChanged: values.new_password !== '' || values.confirm_password !== '',
    /** Shown above the form. */
    fault:
      missing ??
      (change.error && !isAtField && !isCancelled ? toldBy(change.error, FAILED.something) : undefined),
    fields: { value: values.new_password, text, errorOf },
  };
}
