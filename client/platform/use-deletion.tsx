import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { toast } from './feedback/toast';
import { useSendOnce } from './forms/use-send-once';

type Options<Kept> = {
  title: string;
  /** What it is about, over the question. */
  about?: (record: Kept) => string;
  /** In the words of the spec. */
  question: (record: Kept) => string;
  send: (input: { id: string }) => Promise<{ message: string }>;
  /** What is told when it is done, where section 8 has a sentence; else what the server says. */
  done?: string;
  onDeleted?: (record: Kept) => void;
  onFailed: (error: unknown, record: Kept) => void;
  /** Also after a failure: somebody else may have been first. */
  onSettled: () => void;
};

/** The deletion of a record: asks, does it, tells (section 8). `dialog` is to be rendered somewhere. */
export function useDeletion<Kept extends { id: string }>(
  options: Options<Kept>,
): { ask: (record: Kept) => void; dialog: ReactNode } {
  const { title, about, question, send, done, onDeleted, onFailed, onSettled } = options;
  const [asked, setAsked] = useState<Kept>();
  const deletion = useMutation({
    mutationFn: ({ id }: { id: string; record: Kept }) => send({ id }),
    onSuccess: ({ message }, { record }) => {
      toast.success(done ?? message);
      onDeleted?.(record);
    },
    onError: (error, { record }) => onFailed(error, record),
    onSettled: (_answer, _error, { record }) => {
      // Meanwhile another may have been asked about.
      setAsked((now) => (now?.id === record.id ? undefined : now));
      onSettled();
    },
  });
  const sendOnce = useSendOnce(deletion);
  return {
    ask: setAsked,
    dialog: asked && (
      <ConfirmDialog
        open
        title={title}
        {...(about && { about: about(asked) })}
        question={question(asked)}
        confirmLabel="Ta bort"
        danger
        busy={deletion.isPending && deletion.variables.id === asked.id}
        onConfirm={() => sendOnce({ id: asked.id, record: asked })}
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}
