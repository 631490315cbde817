import { useUnblock } from '#client/features/blocks/use-block.ts';
import { Button } from '#client/ui/button.tsx';
import { UnsentDraft } from './unsent-draft.tsx';

type Props = { conversationId: string; otherUser: { id: string; name: string } };

/** Replaces the reply box for a member who has blocked the other. */
export function BlockedNotice({ conversationId, otherUser: { id, name } }: Props) {
  const unblock = useUnblock();
  return (
    <div className="reply reply-none">
      <div className="reply-blocked">
        <p>Du har blockerat {name}. Ni kan inte skriva till varandra.</p>
        <Button busy={unblock.isPending} onClick={() => unblock.start({ id, name })}>
          Häv blockering
        </Button>
      </div>
      <UnsentDraft conversationId={conversationId} />
    </div>
  );
}
