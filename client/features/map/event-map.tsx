import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { Button } from '#client/ui/button.tsx';
import type { MappedEvent } from '#src/features/events/list/contract.ts';
import { clusterEvents, type MapItem, radiusOf } from './clusters.ts';
import {
  type Bounds,
  boundsOf,
  clampView,
  contains,
  hasRoomBeside,
  OUTLINE_MAX_ZOOM,
  panAboveCard,
  TILES_MAX_ZOOM,
  type View,
  viewOfArea,
  viewOfSweden,
} from './geometry.ts';
import type { Tiles } from './map-canvas.tsx';
import { InitialRows, MapList } from './map-list.tsx';
import { MarkerLayer } from './marker-layer.tsx';
import { FloatingPopup, PopupCard } from './popup.tsx';
import { SELECTED_RADIUS_PX, SelectedMarker } from './selected-marker.tsx';
import { useElementSize } from './use-element-size.ts';
import { useSelection } from './use-selection.ts';

/** Lazy-loaded: with the outline it is a third of the script of the page, and the list does not need it. */
const MapCanvas = lazyComponent(async () => ({ default: (await import('./map-canvas.tsx')).MapCanvas }));

type Props = {
  events: readonly MappedEvent[];
  initial: readonly MappedEvent[] | undefined;
  tiles: Tiles | null;
  /** What the map shows until it is moved. Without bounds all of Sweden. A new key undoes earlier moves. */
  area: { key: string; bounds: Bounds | undefined };
  waiting: ReactNode;
  /** Shown in the list when there are no events at all. */
  empty: ReactNode;
  icon: (sport: string) => ReactNode;
  nameOf: (event: MappedEvent) => string;
  renderRow: (event: MappedEvent) => ReactNode;
  renderPopup: (event: MappedEvent) => ReactNode;
};

const POPUP_CARD_HEIGHT_PX = 280;
const HIDDEN_MAX_PX = 48;

export function EventMap(props: Props) {
  const { events, initial, tiles, area, waiting, empty, icon, nameOf, renderRow, renderPopup } = props;
  const maxZoom = tiles ? TILES_MAX_ZOOM : OUTLINE_MAX_ZOOM;
  const { search } = useLocation();
  const [box, measuredSize] = useElementSize<HTMLDivElement>();
  // Deferred, so that input is handled before the map is drawn.
  const size = useDeferredValue(measuredSize);
  const mapElement = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<{ view: View; areaKey: string }>();
  const setMovedView = (view: View) => setMoved({ view, areaKey: area.key });
  /** The item of the map under the pointer or with focus, or that of a row, which then is the only active one. */
  const [active, setActive] = useState<{ key: string; rowId?: string }>();
  const activeKey = active?.key ?? null;
  const activateItem = useCallback((key: string | null) => setActive(key === null ? undefined : { key }), []);
  const selection = useSelection(events, () => mapElement.current);
  const clusters = useMemo(() => clusterEvents(events, maxZoom), [events, maxZoom]);

  const discsAt = useCallback(
    (zoom: number, bounds: Bounds) =>
      clusters.itemsAt(zoom, bounds).map((item) => ({ spot: item.spot, radius: radiusOf(item) })),
    [clusters],
  );

  // Otherwise a return to the same area would restore an old move.
  if (moved && moved.areaKey !== area.key) setMoved(undefined);
  const ownView = useMemo(
    () => size && (area.bounds ? viewOfArea(area.bounds, size, maxZoom) : viewOfSweden(size)),
    [size, area.bounds, maxZoom],
  );
  const view = moved?.areaKey === area.key ? moved.view : ownView;
  const bounds = useMemo(() => view && size && boundsOf(view, size), [view, size]);
  const selectedId = selection.event?.id ?? null;
  const visibleEvents = useMemo(
    // The selected one stays in the list while its popup is open.
    () => (bounds ? events.filter((event) => contains(bounds, event) || event.id === selectedId) : []),
    [bounds, events, selectedId],
  );
  // Built here, separately from drawing, so that input can be handled in between.
  if (view) clusters.prepare(view.zoom);
  const getVisibleItems = () => (view && bounds ? clusters.itemsAt(view.zoom, bounds) : []);
  const activeItem =
    activeKey === null ? undefined : getVisibleItems().find((item) => item.key === activeKey);
  const rowId = active?.rowId;
  const activeIds = useMemo(() => new Set(rowId ? [rowId] : activeItem?.ids()), [rowId, activeItem]);
  const findItem = (id: string) => getVisibleItems().find(({ ids }) => ids().includes(id));
  const showsPopupAsCard = !!size && !hasRoomBeside(size, SELECTED_RADIUS_PX);

  const selectEvent = (ids: readonly string[], opener: HTMLElement, event: MappedEvent) => {
    selection.select(ids, opener, event.id);
    // On a phone in landscape, part of the map is under the tab bar. A few hidden pixels do not matter.
    const bottom = box.current?.getBoundingClientRect().bottom ?? 0;
    if (!showsPopupAsCard && bottom > window.innerHeight + HIDDEN_MAX_PX)
      box.current?.scrollIntoView({ block: 'nearest' });
    if (!showsPopupAsCard || !view || !size) return;
    const top = box.current?.getBoundingClientRect().top ?? 0;
    // Selected in the list below the map: scroll the map back into view.
    if (top < 0) box.current?.scrollIntoView({ block: 'end' });
    setMovedView(clampView(panAboveCard(event, view, size, POPUP_CARD_HEIGHT_PX), maxZoom));
  };

  const pressItem = (item: MapItem, button: HTMLButtonElement) => {
    if (item.kind === 'cluster') {
      selection.close(false);
      setMovedView(clampView({ center: item.spot, zoom: item.zoomTo }, maxZoom));
      // The cluster expands, which removes the focused button. After a mouse press the button has no focus, because
      // pigeon-maps prevents it; focusing the map then would show the focus ring.
      if (button === document.activeElement) mapElement.current?.focus({ preventScroll: true });
      return;
    }
    const ids = item.ids();
    const firstEvent = events.find((event) => ids.includes(event.id));
    if (firstEvent) selectEvent(ids, button, firstEvent);
  };

  /** The Tab key also reaches markers outside the visible area. */
  const bringIntoView = ({ spot }: MapItem) => {
    if (view && bounds && !contains(bounds, spot)) {
      setMovedView(clampView({ center: spot, zoom: view.zoom }, maxZoom));
    }
  };

  const selectRow = (event: MappedEvent, row: HTMLButtonElement) => {
    const item = findItem(event.id);
    selectEvent(item?.kind === 'spot' ? item.ids() : [event.id], row, event);
  };
  const highlightRow = (id: string | null) => {
    const key = id !== null && findItem(id)?.key;
    setActive(key ? { key, rowId: id } : undefined);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !selection.event) return;
    event.stopPropagation();
    selection.close(true);
  };

  const nameOfItem = useCallback((item: MapItem & { kind: 'event' }) => nameOf(item.event), [nameOf]);
  const selectedEvent = selection.event;
  const popupProps = selectedEvent && {
    name: selectedEvent.event_name,
    index: selection.index,
    count: selection.count,
    onStep: selection.step,
    onClose: () => selection.close(true),
    children: renderPopup(selectedEvent),
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Escape from its children
    <div className="event-map" onKeyDown={onKeyDown}>
      <div className="map-box" ref={box}>
        {view && size && (
          <Suspense>
            <MapCanvas
              ref={mapElement}
              view={view}
              size={size}
              maxZoom={maxZoom}
              tiles={tiles}
              discsAt={discsAt}
              onView={setMovedView}
              onClick={() => selection.close(false)}
            >
              {(frame) => (
                <>
                  <MarkerLayer
                    items={clusters.itemsAt(frame.zoom, frame.bounds)}
                    origin={frame.origin}
                    zoom={frame.zoom}
                    activeKey={activeKey}
                    nameOf={nameOfItem}
                    icon={icon}
                    onPress={pressItem}
                    onActive={activateItem}
                    onFocused={bringIntoView}
                  />
                  {selectedEvent && (
                    <SelectedMarker
                      event={selectedEvent}
                      position={frame.pixelOf(selectedEvent)}
                      icon={icon}
                    />
                  )}
                  {popupProps && !showsPopupAsCard && (
                    <FloatingPopup
                      key={selection.openCount}
                      {...popupProps}
                      markerPixel={frame.pixelOf(selectedEvent)}
                      radius={SELECTED_RADIUS_PX}
                      mapSize={size}
                    />
                  )}
                </>
              )}
            </MapCanvas>
          </Suspense>
        )}
        {waiting && <div className="map-waiting">{waiting}</div>}
      </div>
      {popupProps && showsPopupAsCard && <PopupCard key={selection.openCount} {...popupProps} />}
      <MapList
        // The filters are in the URL. A list of other events starts at its top.
        key={search}
        events={visibleEvents}
        activeIds={activeIds}
        selectedId={selectedId}
        renderRow={renderRow}
        onSelect={selectRow}
        onActive={highlightRow}
        empty={
          initial ? (
            <InitialRows events={initial} renderRow={renderRow} />
          ) : events.length === 0 ? (
            empty
          ) : !bounds ? null : (
            <div className="map-list-empty">
              <p>Inga evenemang i den här delen av kartan.</p>
              <Button onClick={() => size && setMovedView(viewOfSweden(size))}>Visa hela Sverige</Button>
            </div>
          )
        }
      />
    </div>
  );
}
