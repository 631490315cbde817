import { useRef } from 'react';
import type { DuplicatePair as Pair } from '../../../../src/features/events/duplicates/contract';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import { ListPlaceholder, ListStates } from '../../../ui/list-state';
import { Pager } from '../../../ui/pager';
import { Toolbar } from '../../../ui/toolbar';
import { listFormat, useListState } from '../../../ui/use-list-state';
import { useLostFocus } from '../../../ui/use-lost-focus';
import { DuplicatePair } from './duplicate-pair';
import { Merges } from './merges';
import { pairId, useDuplicateActions } from './use-duplicate-actions';

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
