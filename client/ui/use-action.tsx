import { useMutation, useMutationState } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { errorCodeOf } from '#client/platform/api/failures.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { toastFailure } from '#client/platform/feedback/toast-failure.ts';
import { idOf, useSendOnce } from '#client/platform/forms/use-send-once.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Confirmation = {
  title: string;
  about?: string;
  question: string;
  confirmLabel: string;
  /** The action cannot be undone. */
  danger?: boolean;
  /** We advise against the action. */
  advisesCancel?: boolean;
  /** Below the question: fields, or more about the action. */
  children?: ReactNode;
};

type Options<Input, Result> = {
  /** Without it, or if it returns nothing, the call is sent at once. */
  confirm?: (input: Input) => Confirmation | undefined;
  send: (input: Input) => Promise<Result>;
  /** The toast after a success. */
  successToast?: string | ((result: Result) => string);
  /** The toast after a failure. Leave it out if `error` is shown. */
  failureToast?: string;
  onSuccess?: (result: Result, input: Input) => void;
  /** Whether the form shows the failure at a field. Then there is no toast. */
  isShownAtField?: (error: unknown) => boolean;
  /** The call stays pending until this is done. */
  onFailure?: (error: unknown, input: Input) => unknown;
  /** Also called after a failure: someone else may have changed the record. */
  refresh?: (input: Input, isDone: boolean) => void;
};

export type Action<Input, Result = unknown> = {
  start: (input: Input) => void;
  /** Render this if the action has a confirmation. */
  dialog: ReactNode;
  isPending: boolean;
  isBusy: (id: string) => boolean;
  /** Of the last call, as are `result` and `error`. */
  input: Input | undefined;
  result: Result | undefined;
  error: unknown;
  /** Forgets the last call. */
  reset: () => void;
};

/** Sends one call at a time for each record. */
export function useAction<Input, Result>(options: Options<Input, Result>): Action<Input, Result> {
  const { confirm, send, successToast, failureToast, onSuccess, isShownAtField, onFailure, refresh } =
    options;
  /** The confirmation as it was at the start, because there may be none any more. */
  const [question, setQuestion] = useState<{ input: Input; confirmation: Confirmation }>();
  const mutationKey = ['action', useId()];
  // The confirmation may now be about another record.
  const close = (input: Input) =>
    setQuestion((current) => (idOf(current?.input) === idOf(input) ? undefined : current));

  const mutation = useMutation<Result, Error, Input>({
    mutationKey,
    mutationFn: (input: Input) => send(input),
    onSuccess: (result, input) => {
      const text = typeof successToast === 'function' ? successToast(result) : successToast;
      if (text) toast.success(text);
      close(input);
      onSuccess?.(result, input);
      refresh?.(input, true);
    },
    onError: async (error, input) => {
      // The admin cancelled the password dialog: nothing failed, and the question stays open.
      if (errorCodeOf(error) === 'admin.confirm_password') return;
      if (failureToast && !isShownAtField?.(error)) toastFailure(error, failureToast);
      close(input);
      await onFailure?.(error, input);
      refresh?.(input, false);
    },
  });
  const sendOnce = useSendOnce<Input>(mutation as { mutateAsync: (input: Input) => Promise<Result> });
  // Several calls may be pending. The mutation has only the state of the last one.
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => idOf(state.variables),
  });

  const confirmation = question && (confirm?.(question.input) ?? question.confirmation);
  return {
    start: (input) => {
      const asked = confirm?.(input);
      if (asked) setQuestion({ input, confirmation: asked });
      else sendOnce(input);
    },
    dialog: confirmation && (
      <ConfirmDialog
        open
        {...confirmation}
        busy={pending.includes(idOf(question.input))}
        onConfirm={() => sendOnce(question.input)}
        onClose={() => setQuestion(undefined)}
      />
    ),
    isPending: pending.length > 0,
    isBusy: (id) => pending.includes(id),
    input: mutation.variables,
    result: mutation.data,
    error: mutation.error,
    reset: mutation.reset,
  };
}
