import { useMutation, useMutationState } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { errorCodeOf } from '../platform/api/failures';
import { toast } from '../platform/feedback/toast';
import { toastFailure } from '../platform/feedback/toast-failure';
import { idOf, useSendOnce } from '../platform/forms/use-send-once';
import { ConfirmDialog } from './confirm-dialog';

type Confirmation = {
  title: string;
  about?: string;
  question: string;
  confirmLabel: string;
  /** The action cannot be undone. */
  danger?: boolean;
};

type Options<Input, Result> = {
  /** Without it, the call is sent at once. */
  confirm?: (input: Input) => Confirmation;
  send: (input: Input) => Promise<Result>;
  /** The toast after a success. */
  done: string | ((result: Result) => string);
  /** The toast after a failure. */
  failed: string;
  onDone?: (result: Result, input: Input) => void;
  /** Whether the form shows the failure at a field. Then there is no toast. */
  isShownAtField?: (error: unknown) => boolean;
  onFailed?: (error: unknown, input: Input) => void;
  /** Also called after a failure: someone else may have changed the record. */
  refresh: (input: Input, isDone: boolean) => void;
};

export type Action<Input> = {
  start: (input: Input) => void;
  /** Render this if the action has a confirmation. */
  dialog: ReactNode;
  isPending: boolean;
  isBusy: (id: string) => boolean;
  error: unknown;
  forgetError: () => void;
};

/** Sends one call at a time for each record. */
export function useAction<Input, Result>(options: Options<Input, Result>): Action<Input> {
  const { confirm, send, done, failed, onDone, isShownAtField, onFailed, refresh } = options;
  const [confirming, setConfirming] = useState<Input>();
  const mutationKey = ['action', useId()];
  // The confirmation may now be about another record.
  const close = (input: Input) => setConfirming((now) => (idOf(now) === idOf(input) ? undefined : now));

  const mutation = useMutation<Result, Error, Input>({
    mutationKey,
    mutationFn: (input: Input) => send(input),
    onSuccess: (result, input) => {
      toast.success(typeof done === 'string' ? done : done(result));
      close(input);
      onDone?.(result, input);
      refresh(input, true);
    },
    onError: (error, input) => {
      // The admin cancelled the password dialog: nothing failed, and the question stays open.
      if (errorCodeOf(error) === 'admin.confirm_password') return;
      if (!isShownAtField?.(error)) toastFailure(error, failed);
      close(input);
      onFailed?.(error, input);
      refresh(input, false);
    },
  });
  const sendOnce = useSendOnce<Input>(mutation as { mutateAsync: (input: Input) => Promise<Result> });
  // Several calls may be pending. The mutation has only the state of the last one.
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => idOf(state.variables),
  });

  return {
    start: confirm ? setConfirming : sendOnce,
    dialog: confirming && confirm && (
      <ConfirmDialog
        open
        {...confirm(confirming)}
        busy={pending.includes(idOf(confirming))}
        onConfirm={() => sendOnce(confirming)}
        onClose={() => setConfirming(undefined)}
      />
    ),
    isPending: pending.length > 0,
    isBusy: (id) => pending.includes(id),
    error: mutation.error,
    forgetError: mutation.reset,
  };
}
