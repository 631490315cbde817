import { useId } from 'react';
import { useDraft } from '#client/platform/forms/drafts.ts';
import { TextArea } from '#client/ui/inputs.tsx';

/** The conversation id stays the same when the other account is deleted. */
export const replyDraftName = (conversationId: string) => `reply ${conversationId}`;

export function UnsentDraft({ conversationId }: { conversationId: string }) {
  const { text } = useDraft(replyDraftName(conversationId));
  const id = useId();
  if (!text.trim()) return null;
  return (
    <div className="unsent-draft">
      <label htmlFor={id}>Det här skickades inte:</label>
      <TextArea id={id} rows={3} readOnly value={text} />
    </div>
  );
}
