import { Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import { useOpened } from '../../../platform/navigation/use-opened';
import { texts, useUrlState } from '../../../platform/navigation/use-url-state';
import { Button } from '../../../ui/button';
import { ListStates } from '../../../ui/list-state';
import { Pager } from '../../../ui/pager';
import { Skeleton } from '../../../ui/skeleton';
import { Toolbar, ToolbarSearch } from '../../../ui/toolbar';
import { useDelayed } from '../../../ui/use-delayed';
import { EventDialog } from './event-dialog';
import { EventFilters } from './event-filters';
import { EventTable } from './event-table';
import { ImportButton } from './import-button';
import type { SpotMapProps } from './spot-field';
import { useDeleteEvent } from './use-delete-event';
import { useEventTable } from './use-event-table';

const URL_PARAMS = texts({ event: '' });

type Props = {
  spotMap: (props: SpotMapProps) => ReactNode;
};

const NEW_EVENT = 'new';

export function EventsAdmin({ spotMap }: Props) {
  const events = trpc.admin.events.list.useQuery(undefined, { staleTime: 0 });
  useFailureToast(events.error, FAILED.fetchEvents);
  const table = useEventTable(events.data);
  const [{ event: openedId }, setUrl] = useUrlState(URL_PARAMS);
  const list = useRef<HTMLElement>(null);
  const close = () => setUrl({ event: '' });
  const deletion = useDeleteEvent((event) => {
    if (event.id === openedId) close();
    // The focused row is gone. Wait until the dialogs have returned focus.
    setTimeout(() => list.current?.focus({ preventScroll: true }));
  });
  const { opened: editedEvent, current } = useOpened(events.data, openedId);

  return (
    <>
      <Toolbar title="Evenemang" count={events.data && table.total}>
        <ToolbarSearch
          label="Sök namn, ort eller sport"
          value={table.filter.q}
          onChange={(q) => table.changeFilter({ q })}
        />
        <div className="event-import">
          <ImportButton />
        </div>
        <Button
          kind="primary"
          className="toolbar-main"
          icon={<Plus size={20} aria-hidden="true" />}
          onClick={() => setUrl({ event: NEW_EVENT })}
        >
          Lägg till evenemang
        </Button>
      </Toolbar>
      <EventFilters table={table} />
      <section ref={list} tabIndex={-1} aria-label="Lista över evenemang" className="event-list-admin">
        <ListStates
          query={events}
          placeholder={<LoadingRows />}
          failureTitle="Evenemangen kunde inte visas"
          emptyState={{
            title: 'Inga evenemang ännu',
            text: 'Lägg till det första, eller importera från fil.',
          }}
          total={table.total}
          noMatch={{
            title: 'Inga Evenemang Hittades',
            text: 'Ändra sökningen eller filtren.',
            clearLabel: 'Rensa Filter',
            onClear: table.clear,
          }}
        >
          <EventTable
            table={table}
            onEdit={(event) => setUrl({ event: event.id })}
            onDelete={deletion.start}
          />
          <Pager {...table.pager} />
        </ListStates>
      </section>
      {events.data && (openedId === NEW_EVENT || editedEvent) && (
        <EventDialog
          key={openedId}
          event={editedEvent}
          isGone={!!editedEvent && !current}
          events={events.data}
          spotMap={spotMap}
          onDelete={deletion.start}
          onClose={close}
        />
      )}
      {deletion.dialog}
    </>
  );
}

function LoadingRows() {
  const isSlow = useDelayed(true);
  return (
    <div className="event-list-placeholder" role="status">
      {isSlow && (
        <>
          <p>Laddar evenemang...</p>
          {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((row) => (
            <Skeleton key={row} width="100%" height={50} />
          ))}
        </>
      )}
    </div>
  );
}
