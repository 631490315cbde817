import { Check, EyeOff } from 'lucide-react';
import { useId, useRef } from 'react';
import { ValueChanges } from '#client/features/events/values/value-changes.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { tabPath } from '#client/platform/navigation/portal-tabs.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { FailedList, ListPlaceholder } from '#client/ui/list-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Tag } from '#client/ui/tag.tsx';
import { listFormat, useListState } from '#client/ui/use-list-state.ts';
import { useLostFocus } from '#client/ui/use-lost-focus.ts';
import type { SourceChange } from '#src/features/sources/contract.ts';
import { formatDay } from '#src/shared/dates.ts';
import { omit } from '#src/shared/omit.ts';
import { formatCount } from '#src/shared/text.ts';
import type { SourceActions } from './use-source-actions.tsx';

const PAGE_SIZE = 20;
const LIST_FORMAT = listFormat({}, PAGE_SIZE);
const POLL_INTERVAL_MS = 60_000;

/** What is new or changed in sources and waits for an admin. */
export function ChangeQueue({ actions }: { actions: SourceActions }) {
  const query = trpc.admin.sources.changes.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
  useFailureToast(query.error, FAILED.fetchSources);
  const { pageOf } = useListState(LIST_FORMAT);
  const { visibleRows, pager } = pageOf(query.data ?? []);
  const focusFallback = useRef<HTMLElement>(null);
  const focusProps = useLostFocus(focusFallback, visibleRows);
  return (
    <section
      className="source-section"
      aria-labelledby="andringar"
      ref={focusFallback}
      tabIndex={-1}
      {...focusProps}
    >
      <h2 className="type-section" id="andringar">
        Att granska{query.data && ` (${formatCount(query.data.length)})`}
      </h2>
      {query.isPending && <ListPlaceholder label="Laddar ändringar" />}
      {query.isLoadingError && (
        <FailedList title={FAILED.fetchSources} busy={query.isFetching} onRetry={() => query.refetch()} />
      )}
      {query.data?.length === 0 && <p className="admin-empty">Inget väntar.</p>}
      {visibleRows.length > 0 && (
        <ul className="data-list">
          {visibleRows.map((change) => (
            <li key={change.id} data-waits tabIndex={-1}>
              <ChangeItem change={change} actions={actions} />
            </li>
          ))}
        </ul>
      )}
      <Pager {...pager} />
    </section>
  );
}

/** The name and day of a new event are above its other fields. */
const withoutHeading = (after: SourceChange['after']) => omit(after, 'event_name', 'event_date');

function ChangeItem({ change, actions }: { change: SourceChange; actions: SourceActions }) {
  const { id, event_id, event_name, event_date, source_name, before, after } = change;
  const nameId = useId();
  return (
    <article className="source-item" aria-labelledby={nameId}>
      <div className="source-head">
        <h3 className="source-name" id={nameId}>
          {event_id ? (
            <Link className="admin-link" to={tabPath('events', { event: event_id })}>
              {event_name}
            </Link>
          ) : (
            event_name
          )}
        </h3>
        <Tag tone={event_id ? 'warn' : 'ok'}>{event_id ? 'Ändrat' : 'Nytt'}</Tag>
        <span className="admin-meta">
          {formatDay(event_date)} · {source_name}
        </span>
      </div>
      <ValueChanges before={before} after={before ? after : withoutHeading(after)} />
      <div className="source-actions">
        <Button
          kind="soft"
          icon={<Check size={18} aria-hidden="true" />}
          busy={actions.accept.isBusy(id)}
          aria-describedby={nameId}
          onClick={() => actions.accept.start(change)}
        >
          Godkänn
        </Button>
        <Button
          icon={<EyeOff size={18} aria-hidden="true" />}
          busy={actions.ignore.isBusy(id)}
          aria-describedby={nameId}
          onClick={() => actions.ignore.start(change)}
        >
          Ignorera
        </Button>
      </div>
    </article>
  );
}
