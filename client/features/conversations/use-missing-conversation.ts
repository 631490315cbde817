import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { errorCodeOf } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import type { ConversationDetail } from '#src/features/conversations/contract.ts';
import { pathTo } from './selection.ts';

/**
 * Reports whether the conversation was not found (`isMissing`), and whether it is really gone. When the other account
 * is deleted, the conversation gets another URL, and the conversation id identifies it in the list: this hook
 * redirects there. `isGone` stays false until the list is loaded.
 */
export function useMissingConversation({
  data,
  error,
}: {
  data: ConversationDetail | undefined;
  error: unknown;
}) {
  const { list } = trpc.useUtils().marketplace.conversations;
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const id = data?.id ?? params.get('conversation');
  const isMissing = errorCodeOf(error) === 'conversation.not_found';
  const [isGone, setGone] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks the conversation up again after each new error
  useEffect(() => {
    if (!isMissing) return;
    let isMounted = true;
    (async () => {
      const conversations = await list.fetch(undefined, { staleTime: 0 }).catch(() => []);
      if (!isMounted) return;
      const anonymized = conversations.find(
        ({ other_user }) => other_user.is_deleted && other_user.id === id,
      );
      if (anonymized) navigate(pathTo(anonymized), { replace: true, state: { isDeserted: true } });
      else setGone(true);
    })();
    return () => {
      isMounted = false;
    };
  }, [error]);
  return { isMissing, isGone: isMissing && isGone };
}
