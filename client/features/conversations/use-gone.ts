import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { ConversationDetail } from '../../../src/features/conversations/contract';
import { errorCodeOf } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';
import { pathTo } from './selection';

/**
 * Whether a conversation is missing where it was asked for, and whether it is gone. When the other party has deleted
 * their account it goes on, nameless, under another address (D36): the reader is led there, from what lies open and from
 * an address of before. Its own id tells which one it is, in what was fetched or in the address. Until the list has told,
 * it is not gone.
 */
export function useGone({ data, error }: { data: ConversationDetail | undefined; error: unknown }) {
  const { list } = trpc.useUtils().marketplace.conversations;
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const id = data?.id ?? params.get('conversation');
  const isMissing = errorCodeOf(error) === 'conversation.not_found';
  const [isGone, setGone] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it was not there is the reason to ask
  useEffect(() => {
    if (!isMissing) return;
    let isHere = true;
    (async () => {
      const rows = await list.fetch(undefined, { staleTime: 0 }).catch(() => []);
      if (!isHere) return;
      const nameless = rows.find(({ other_user }) => other_user.is_deleted && other_user.id === id);
      if (nameless) navigate(pathTo(nameless), { replace: true, state: { isDeserted: true } });
      else setGone(true);
    })();
    return () => {
      isHere = false;
    };
  }, [error]);
  return { isMissing, isGone: isMissing && isGone };
}
