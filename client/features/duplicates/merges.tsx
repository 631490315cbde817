import { Undo2 } from 'lucide-react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { ListPlaceholder, ListStates } from '#client/ui/list-state.tsx';
import { dayInStockholm, formatDay, formatDays } from '#src/shared/dates.ts';
import { formatShortMoment } from '#src/shared/instants.ts';
import type { useDuplicateActions } from './use-duplicate-actions.ts';

/** Those that can be undone. */
export function Merges({ undo }: Pick<ReturnType<typeof useDuplicateActions>, 'undo'>) {
  const query = trpc.admin.merges.list.useQuery(undefined, { staleTime: 0 });
  useFailureToast(query.error, FAILED.fetchMerges);
  return (
    <section className="merges" aria-labelledby="sammanslagna">
      <h2 className="type-section" id="sammanslagna">
        Sammanslagna
      </h2>
      <ListStates
        query={query}
        placeholder={<ListPlaceholder label="Laddar sammanslagna lopp" />}
        failureTitle={FAILED.fetchMerges}
        emptyState={{ title: 'Inga lopp är ihopslagna', text: 'Det som slås ihop går att ångra i 30 dagar.' }}
        total={query.data?.length ?? 0}
      >
        <ul className="data-list">
          {query.data?.map((merge) => (
            <li key={merge.id} className="merge-row">
              <div className="data-list-body">
                <p className="merge-name">
                  {merge.event_name}, {formatDays(merge.event_date, null)}
                </p>
                <p className="admin-meta">
                  gick upp i{' '}
                  {merge.into.url ? (
                    <Link className="admin-link" to={merge.into.url}>
                      {merge.into.event_name}
                    </Link>
                  ) : (
                    merge.into.event_name
                  )}{' '}
                  · {merge.merged_by && `${merge.merged_by} · `}
                  <time dateTime={merge.merged_at}>{formatShortMoment(merge.merged_at)}</time> · går att ångra
                  till {formatDay(dayInStockholm(new Date(merge.restorable_until)))}
                </p>
              </div>
              <Button
                kind="soft"
                icon={<Undo2 size={18} aria-hidden="true" />}
                aria-label={`Ångra: ${merge.event_name}`}
                busy={undo.isBusy(merge.id)}
                onClick={() => undo.start(merge)}
              >
                Ångra
              </Button>
            </li>
          ))}
        </ul>
      </ListStates>
    </section>
  );
}
