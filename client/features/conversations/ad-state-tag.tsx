import { Tag } from '#client/ui/tag.tsx';
import type { ConversationSummary } from '#src/features/conversations/contract.ts';

type Props = { ad: Pick<ConversationSummary['announcement'], 'is_active' | 'is_completed'> };

/** Nothing for an ad that is still open. */
export function AdStateTag({ ad }: Props) {
  if (ad.is_completed) return <Tag tone="ok">Slutförd</Tag>;
  return ad.is_active ? null : <Tag tone="warn">Inaktiv</Tag>;
}
