import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { EventDialog, type HistoryProps } from '#client/features/admin-events/event-dialog.tsx';
import { EventFilters } from '#client/features/admin-events/event-filters.tsx';
import { EventTable } from '#client/features/admin-events/event-table.tsx';
import type { RenderOrganisers } from '#client/features/admin-events/series-dialog.tsx';
import { useColumns } from '#client/features/admin-events/use-columns.ts';
import { useDeleteEvent } from '#client/features/admin-events/use-delete-event.ts';
import { type EventTableState, useEventTable } from '#client/features/admin-events/use-event-table.ts';
import { useListKeys } from '#client/features/admin-events/use-list-keys.tsx';
import { useSavedEvent } from '#client/features/admin-events/use-saved-event.ts';
import { useSelection } from '#client/features/admin-events/use-selection.ts';
import type { SpotMapProps } from '#client/features/events/map/spot-map-props.ts';
import { BulkBar } from '#client/features/history/bulk/bulk-bar.tsx';
import { HistoryDialog } from '#client/features/history/history-dialog.tsx';
import { type Done, UndoNotice } from '#client/features/history/undo-notice.tsx';
import { ImportButton } from '#client/features/imports/import-button.tsx';
import { OrganisersSection } from '#client/features/organisers/admin/organisers-section.tsx';
import { LazySpotMap } from '#client/pages/lazy-spot-map.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { useOpened } from '#client/platform/navigation/use-opened.ts';
import { textFormat, useUrlState } from '#client/platform/navigation/use-url-state.ts';
import { Button } from '#client/ui/button.tsx';
import { ListStates } from '#client/ui/list-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Toolbar, ToolbarSearch } from '#client/ui/toolbar.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { countOf } from '#src/shared/text.ts';

/** Ids of the opened event and of the event to copy into a new one. */
const URL_PARAMS = textFormat({ event: '', copy: '' });

const renderSpotMap = (props: SpotMapProps) => <LazySpotMap {...props} />;
const renderOrganisers: RenderOrganisers = (series) => <OrganisersSection series={series} />;
const renderHistory = (props: HistoryProps) => <HistoryDialog {...props} />;

const NEW_EVENT = 'new';

export default function EventsTab() {
  const events = trpc.admin.events.list.useQuery(undefined, { staleTime: 0 });
  useFailureToast(events.error, FAILED.fetchEvents);
  const table = useEventTable(events.data);
  const columns = useColumns();
  const selection = useSelection(events.data);
  const [done, setDone] = useState<Done>();
  const [{ event: openedId, copy: copiedId }, setUrl] = useUrlState(URL_PARAMS);
  const list = useRef<HTMLElement>(null);
  const saved = useSavedEvent(table, list);
  const close = () => setUrl({ event: '', copy: '' });
  const open = (event: string, copy = '') => {
    saved.forget();
    setUrl({ event, copy });
  };
  const deletion = useDeleteEvent((event) => {
    if (event.id === openedId) close();
    // The focused row is gone. Wait until the dialogs have returned focus.
    setTimeout(() => list.current?.focus({ preventScroll: true }));
  });
  const { opened: editedEvent, current } = useOpened(events.data, openedId);
  const { opened: copiedEvent } = useOpened(events.data, openedId === NEW_EVENT ? copiedId : '');

  const keyHelp = useListKeys({
    list,
    pager: table.pager,
    onSelect: selection.toggle,
    onEdit: open,
    onClear: selection.clear,
  });

  return (
    <>
      <Toolbar title="Evenemang" count={events.data && table.total}>
        <ToolbarSearch
          label="Sök namn, ort eller sport"
          value={table.filter.q}
          onChange={(q) => table.changeFilter({ q })}
        />
        <div className="event-import">
          <ImportButton onDone={setDone} />
        </div>
        <Button
          kind="primary"
          className="toolbar-main"
          icon={<Plus size={20} aria-hidden="true" />}
          onClick={() => open(NEW_EVENT)}
        >
          Lägg till evenemang
        </Button>
      </Toolbar>
      <EventFilters table={table} columns={columns} />
      {done && <UndoNotice key={done.id} done={done} onClose={() => setDone(undefined)} />}
      {selection.ids.length > 0 && <BulkBar table={table} selection={selection} onDone={setDone} />}
      {events.data && saved.hidden && <HiddenEvent event={saved.hidden} onShow={table.showAll} />}
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
          noMatch={noMatchOf(table)}
        >
          <EventTable
            table={table}
            highlightedId={saved.id}
            selection={selection}
            shownColumns={columns.shown}
            onEdit={(event) => open(event.id)}
            onCopy={(event) => open(NEW_EVENT, event.id)}
            onDelete={deletion.start}
          />
          <Pager {...table.pager} />
        </ListStates>
      </section>
      {events.data && ((openedId === NEW_EVENT && !copiedId) || copiedEvent || editedEvent) && (
        <EventDialog
          key={`${openedId} ${copiedId}`}
          event={editedEvent}
          copied={copiedEvent}
          isGone={!!editedEvent && !current}
          events={events.data}
          renderSpotMap={renderSpotMap}
          renderOrganisers={renderOrganisers}
          renderHistory={renderHistory}
          onDelete={deletion.start}
          onSaved={saved.show}
          onClose={close}
        />
      )}
      {deletion.dialog}
      {keyHelp}
    </>
  );
}

/** If the search has matches on other dates, the button shows those instead of clearing the filters. */
function noMatchOf({ filter, otherDatesCount, changeFilter, clear }: EventTableState) {
  const others = otherDatesCount();
  const isUpcoming = filter.date === 'upcoming';
  if (others === 0)
    return {
      title: 'Inga Evenemang Hittades',
      text: 'Ändra sökningen eller filtren.',
      clearLabel: 'Rensa Filter',
      onClear: clear,
    };
  return {
    title: 'Inga Evenemang Hittades',
    text: `Bland ${isUpcoming ? 'tidigare' : 'kommande'} evenemang finns ${countOf(others, 'träff', 'träffar')}.`,
    clearLabel: isUpcoming ? 'Visa tidigare' : 'Visa kommande',
    onClear: () => changeFilter({ date: isUpcoming ? 'past' : 'upcoming' }),
  };
}

type HiddenProps = { event: AdminEvent; onShow: () => void };

const HiddenEvent = ({ event, onShow }: HiddenProps) => (
  <div className="event-notice" role="status">
    <span>{event.event_name} är sparat, men filtret döljer det.</span>
    <Button onClick={onShow}>Visa alla evenemang</Button>
  </div>
);

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
