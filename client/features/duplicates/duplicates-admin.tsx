import { useRef } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Toolbar } from '#client/ui/toolbar.tsx';
import { listFormat, useListState } from '#client/ui/use-list-state.ts';
import { useLostFocus } from '#client/ui/use-lost-focus.ts';
import type { DuplicatePair as Pair } from '#src/features/duplicates/contract.ts';
import { DuplicatePair } from './duplicate-pair.tsx';
import { Merges } from './merges.tsx';
import { pairId, useDuplicateActions } from './use-duplicate-actions.ts';

const PAGE_SIZE = 10;
const LIST_FORMAT = listFormat({}, PAGE_SIZE);
const NO_PAIRS: readonly Pair[] = [];

export default function DuplicatesAdmin() {
  const query = trpc.admin.duplicates.list.useQuery(undefined, { staleTime: 0 });
  useFailureToast(query.error, FAILED.fetchDuplicates);
  const pairs = query.data?.pairs ?? NO_PAIRS;
  const { pageOf } = useListState(LIST_FORMAT);
  const { visibleRows, pager } = pageOf(pairs);
  const { merge, dismiss, undo } = useDuplicateActions();
  const list = useRef<HTMLElement>(null);
  const focusProps = useLostFocus(list, visibleRows);
  return (
    <>
      <Toolbar title="Dubbletter" count={query.data && pairs.length} />
      <section ref={list} tabIndex={-1} aria-label="Troliga dubbletter" {...focusProps}>
        <ListStates
          query={{ ...query, data: query.data?.pairs }}
          placeholder={<ListPlaceholder label="Letar efter dubbletter" />}
          failureTitle={FAILED.fetchDuplicates}
          emptyState={{
            title: 'Inga troliga dubbletter',
            text: 'Lopp med liknande namn på samma plats, samma dag eller två dagar i rad, visas här.',
          }}
          total={pairs.length}
        >
          <ul className="duplicate-list">
            {visibleRows.map((pair) => (
              <DuplicatePair
                key={pairId(pair)}
                pair={pair}
                isBusy={merge.isBusy(pairId(pair)) || dismiss.isBusy(pairId(pair))}
                onMerge={merge.start}
                onDismiss={() => dismiss.start({ ...pair, id: pairId(pair) })}
              />
            ))}
          </ul>
          {query.data?.has_more && (
            <p className="admin-note">Det finns fler par. De visas när några av dessa är avgjorda.</p>
          )}
        </ListStates>
        <Pager {...pager} />
      </section>
      <Merges undo={undo} />
    </>
  );
}
