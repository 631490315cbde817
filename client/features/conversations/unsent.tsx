import { useId } from 'react';
import { useDraft } from '../../platform/forms/drafts';
import { TextArea } from '../../ui/inputs';

/** What is typed and not sent in a conversation is kept under this name, also when the other party is nobody any more. */
export const draftOf = (conversationId: string) => `reply ${conversationId}`;

/** What was being typed when nothing more could be written: it is not lost, but there to be copied. */
export function Unsent({ conversationId }: { conversationId: string }) {
  const { text } = useDraft(draftOf(conversationId));
  const id = useId();
  if (!text.trim()) return null;
  return (
    <div className="unsent">
      <label htmlFor={id}>Det här skickades inte:</label>
      <TextArea id={id} rows={3} readOnly value={text} />
    </div>
  );
}
