import { useMutation, useMutationState } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { errorCodeOf } from '../platform/api/failures';
import { tellFailure } from '../platform/feedback/tell-failure';
import { toast } from '../platform/feedback/toast';
import { idOf, useSendOnce } from '../platform/forms/use-send-once';
import { ConfirmDialog } from './confirm-dialog';

/** What is asked before an action. */
type Question = {
  title: string;
  /** What it is about, over the question. */
  about?: string;
  question: string;
  confirmLabel: string;
  /** It cannot be undone. */
  danger?: boolean;
};

type Options<Input, Answer> = {
  /** Asked first, in the words of the spec. Without it, the call is sent at once. */
  confirm?: (input: Input) => Question;
  send: (input: Input) => Promise<Answer>;
  /** The toast of section 8 when it is done. */
  done: string | ((answer: Answer) => string);
  /** The toast of section 8 when it failed. */
  failed: string;
  onDone?: (answer: Answer, input: Input) => void;
  /** Failures that the form shows at a field, so that no toast has to. */
  isShownAtField?: (error: unknown) => boolean;
  onFailed?: (error: unknown, input: Input) => void;
  /** Refetches what the call may have changed, also after a failure: somebody else may have been first. */
  refresh: (input: Input, isDone: boolean) => void;
};

export type Action<Input> = {
  /** Asks, or sends. */
  start: (input: Input) => void;
  /** To be rendered where the action has a question. */
  dialog: ReactNode;
  isPending: boolean;
  /** Whether a call about the record with this id is under way. */
  isBusy: (id: string) => boolean;
  /** Why the last call failed. */
  error: unknown;
  forgetError: () => void;
};

/**
 * A call that changes something: asks before it, sends it once at a time for each record, shows a toast and refetches what
 * it changes (section 8).
 */
export function useAction<Input, Answer>(options: Options<Input, Answer>): Action<Input> {
  const { confirm, send, done, failed, onDone, isShownAtField, onFailed, refresh } = options;
  const [asked, setAsked] = useState<Input>();
  const mutationKey = ['action', useId()];
  // By now, another record may have been asked about.
  const close = (input: Input) => setAsked((now) => (idOf(now) === idOf(input) ? undefined : now));

  const mutation = useMutation<Answer, Error, Input>({
    mutationKey,
    mutationFn: (input: Input) => send(input),
    onSuccess: (answer, input) => {
      toast.success(typeof done === 'string' ? done : done(answer));
      close(input);
      onDone?.(answer, input);
      refresh(input, true);
    },
    onError: (error, input) => {
      // The admin cancelled the password dialog: nothing failed, and the question stays open.
      if (errorCodeOf(error) === 'admin.confirm_password') return;
      if (!isShownAtField?.(error)) tellFailure(error, failed);
      close(input);
      onFailed?.(error, input);
      refresh(input, false);
    },
  });
  const sendOnce = useSendOnce<Input>(mutation as { mutateAsync: (input: Input) => Promise<Answer> });
  // Several may be under way. The mutation has the state of the last one only.
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => idOf(state.variables),
  });

  return {
    start: confirm ? setAsked : sendOnce,
    dialog: asked && confirm && (
      <ConfirmDialog
        open
        {...confirm(asked)}
        busy={pending.includes(idOf(asked))}
        onConfirm={() => sendOnce(asked)}
        onClose={() => setAsked(undefined)}
      />
    ),
    isPending: pending.length > 0,
    isBusy: (id) => pending.includes(id),
    error: mutation.error,
    forgetError: mutation.reset,
  };
}
