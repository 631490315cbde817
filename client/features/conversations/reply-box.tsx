import { Send } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { toastReason } from '#client/platform/feedback/toast-failure.ts';
import { useDraft } from '#client/platform/forms/drafts.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { TextArea } from '#client/ui/inputs.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { useMedia } from '#client/ui/use-media.ts';
import type { ConversationKey } from '#src/features/conversations/contract.ts';
import { replyDraftName } from './unsent-draft.tsx';

const SENT_MS = 3000;

type Props = {
  conversation: ConversationKey;
  conversationId: string;
  otherName: string;
  takesFocus: boolean;
};

export function ReplyBox({ conversation, conversationId, otherName, takesFocus }: Props) {
  const { client, marketplace } = trpc.useUtils();
  const { open, list } = marketplace.conversations;
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const isMounted = useIsMounted();
  // Enter sends with a physical keyboard; on a touch screen it inserts a line break.
  const hasKeyboard = useMedia('(hover: hover) and (pointer: fine)');
  const draft = useDraft(replyDraftName(conversationId));
  const [isSent, setSent] = useState(false);
  const reply = useAction({
    send: (message_text: string) =>
      client.marketplace.conversations.reply.mutate({ ...conversation, message_text }),
    onSuccess: (sentMessage) => {
      draft.forget();
      if (isMounted.current) {
        draft.set('');
        setSent(true);
      } else {
        // The message is not in sight.
        toast.success('Svar skickat!', SENT_MS);
      }
      open.setData(
        conversation,
        (current) =>
          current && { ...current, messages: [...current.messages, { ...sentMessage, advice: [] }] },
      );
      open.invalidate(conversation);
      list.invalidate();
    },
    onFailure: (error) => {
      if (!isMounted.current) toastReason(error, FAILED.reply);
      if (errorCodeOf(error) === 'conversation.not_found') {
        open.invalidate(conversation);
        list.invalidate();
      }
    },
  });
  const { isPending } = reply;
  const wasSending = useRef(false);

  // The box is disabled while sending, which removes focus.
  useEffect(() => {
    if (!isPending && wasSending.current && mayTakeFocus(box.current))
      box.current?.focus({ preventScroll: true });
    wasSending.current = isPending;
  }, [isPending]);
  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => setSent(false), SENT_MS);
    return () => clearTimeout(timer);
  }, [isSent]);
  useEffect(() => {
    if (takesFocus) box.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const send = () => {
    const message_text = draft.text.trim();
    if (isPending) return;
    if (message_text) reply.start(message_text);
    else box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey || (hasKeyboard && !event.shiftKey)) {
      event.preventDefault();
      send();
    }
  };

  return (
    <form
      className="reply"
      aria-label="Svara"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {!!reply.error && <Alert>{errorMessage(reply.error, FAILED.reply)}</Alert>}
      <div className="reply-row">
        <label className="visually-hidden" htmlFor={id}>
          Svar till {otherName}
        </label>
        {/* The hidden copy of the text gives the box its height. */}
        <div className="reply-grow" data-text={draft.text}>
          <TextArea
            id={id}
            ref={box}
            className="reply-text"
            name="message_text"
            rows={1}
            placeholder="Skriv ett svar..."
            aria-describedby={hasKeyboard ? `${id}-keys` : undefined}
            value={draft.text}
            disabled={isPending}
            onChange={(event) => draft.set(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <Button
          kind="primary"
          type="submit"
          large
          className="reply-send"
          busy={isPending}
          icon={<Send size={18} aria-hidden="true" />}
        >
          <span className="reply-label">Skicka</span>
        </Button>
      </div>
      <p className="reply-sent" role="status">
        {isSent && 'Svar skickat!'}
      </p>
      {hasKeyboard && (
        <p className="reply-keys" id={`${id}-keys`} hidden={isSent}>
          Enter skickar, Skift + Enter ger en ny rad.
        </p>
      )}
    </form>
  );
}

const mayTakeFocus = (box: HTMLTextAreaElement | null): boolean => {
  const active = document.activeElement;
  return !active || active === document.body || !!box?.form?.contains(active);
};
