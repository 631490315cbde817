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
import type { LocatedEvent } from '../../../src/features/events/contract';
import { lazyComponent } from '../../platform/navigation/lazy-component';
import { Button } from '../../ui/button';
import { clusterEvents, type MapItem } from './clusters';
import {
  boundsOf,
  clampView,
  contains,
  hasRoomBeside,
  OUTLINE_MAX_ZOOM,
  TILES_MAX_ZOOM,
  type View,
  viewOfSweden,
  withRoomBelow,
} from './geometry';
import type { Tiles } from './map-canvas';
import { InitialRows, MapList } from './map-list';
import { MarkerLayer } from './marker-layer';
import { FloatingPopup, PopupCard } from './popup';
import { SELECTED_RADIUS, SelectedMarker } from './selected-marker';
import { useElementSize } from './use-element-size';
import { useSelection } from './use-selection';

/** Lazy-loaded: with the outline it is a third of the script of the page, and the list does not need it. */
const MapCanvas = lazyComponent(async () => ({ default: (await import('./map-canvas')).MapCanvas }));

type Props = {
  events: readonly LocatedEvent[];
  initial: readonly LocatedEvent[] | undefined;
  tiles: Tiles | null;
  waiting: ReactNode;
  /** Shown in the list when there are no events at all. */
  empty: ReactNode;
  icon: (sport: string) => ReactNode;
  nameOf: (event: LocatedEvent) => string;
  renderRow: (event: LocatedEvent) => ReactNode;
  renderPopup: (event: LocatedEvent) => ReactNode;
};

const POPUP_CARD_HEIGHT_PX = 280;

export function EventMap(props: Props) {
  const { events, initial, tiles, waiting, empty, icon, nameOf, renderRow, renderPopup } = props;
  const maxZoom = tiles ? TILES_MAX_ZOOM : OUTLINE_MAX_ZOOM;
  const [box, measured] = useElementSize<HTMLDivElement>();
  // Deferred, so that input is handled before the map is drawn.
  const size = useDeferredValue(measured);
  const ground = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<View>();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const selection = useSelection(events, () => ground.current);
  const clusters = useMemo(() => clusterEvents(events, maxZoom), [events, maxZoom]);

  const view = moved ?? (size && viewOfSweden(size));
  const bounds = useMemo(() => view && size && boundsOf(view, size), [view, size]);
  const inView = useMemo(
    () => (bounds ? events.filter((event) => contains(bounds, event)) : []),
    [bounds, events],
  );
  // Built here, separately from drawing, so that input can be handled in between.
  if (view) clusters.prepare(view.zoom);
  const itemsInView = () => (view && bounds ? clusters.itemsAt(view.zoom, bounds) : []);
  const active = activeKey === null ? undefined : itemsInView().find((item) => item.key === activeKey);
  const activeIds = useMemo(() => new Set(active?.ids()), [active]);
  const itemWith = (id: string) => itemsInView().find(({ ids }) => ids().includes(id));
  const isCard = !!size && !hasRoomBeside(size, SELECTED_RADIUS);

  const choose = (ids: readonly string[], from: HTMLElement, event: LocatedEvent) => {
    selection.select(ids, from, event.id);
    // On a phone in landscape, part of the map is under the tab bar.
    if (!isCard) box.current?.scrollIntoView({ block: 'nearest' });
    if (!isCard || !view || !size) return;
    const top = box.current?.getBoundingClientRect().top ?? 0;
    // Selected in the list below the map: scroll the map back into view.
    if (top < 0) box.current?.scrollIntoView({ block: 'end' });
    setMoved(clampView(withRoomBelow(event, view, size, POPUP_CARD_HEIGHT_PX), maxZoom));
  };

  const press = (item: MapItem, button: HTMLButtonElement) => {
    if (item.kind === 'cluster') {
      selection.close(false);
      setMoved(clampView({ center: item.spot, zoom: item.zoomTo }, maxZoom));
      // The cluster expands, which removes the focused button.
      ground.current?.focus({ preventScroll: true });
      return;
    }
    const ids = item.ids();
    const first = events.find((event) => ids.includes(event.id));
    if (first) choose(ids, button, first);
  };

  /** The Tab key also reaches markers outside the visible area. */
  const bringIntoView = ({ spot }: MapItem) => {
    if (view && bounds && !contains(bounds, spot)) {
      setMoved(clampView({ center: spot, zoom: view.zoom }, maxZoom));
    }
  };

  const selectRow = (event: LocatedEvent, row: HTMLButtonElement) => {
    const item = itemWith(event.id);
    choose(item?.kind === 'spot' ? item.ids() : [event.id], row, event);
  };
  const pointAtRow = (id: string | null) => setActiveKey((id !== null && itemWith(id)?.key) || null);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !selection.event) return;
    event.stopPropagation();
    selection.close(true);
  };

  const nameOfItem = useCallback((item: MapItem & { kind: 'event' }) => nameOf(item.event), [nameOf]);
  const selected = selection.event;
  const popup = selected && {
    name: selected.event_name,
    index: selection.index,
    count: selection.count,
    onStep: selection.step,
    onClose: () => selection.close(true),
    children: renderPopup(selected),
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Escape from its children
    <div className="event-map" onKeyDown={onKeyDown}>
      <div className="map-box" ref={box}>
        {view && size && (
          <Suspense>
            <MapCanvas
              ref={ground}
              view={view}
              size={size}
              maxZoom={maxZoom}
              tiles={tiles}
              onView={setMoved}
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
                    onPress={press}
                    onActive={setActiveKey}
                    onFocused={bringIntoView}
                  />
                  {selected && <SelectedMarker event={selected} at={frame.pixelOf(selected)} icon={icon} />}
                  {popup && !isCard && (
                    <FloatingPopup
                      key={selection.opening}
                      {...popup}
                      at={frame.pixelOf(selected)}
                      radius={SELECTED_RADIUS}
                      map={size}
                    />
                  )}
                </>
              )}
            </MapCanvas>
          </Suspense>
        )}
        {waiting && <div className="map-waiting">{waiting}</div>}
      </div>
      {popup && isCard && <PopupCard key={selection.opening} {...popup} />}
      <MapList
        events={inView}
        activeIds={activeIds}
        selectedId={selected?.id ?? null}
        renderRow={renderRow}
        onSelect={selectRow}
        onActive={pointAtRow}
        empty={
          initial ? (
            <InitialRows events={initial} renderRow={renderRow} />
          ) : events.length === 0 ? (
            empty
          ) : !bounds ? null : (
            <div className="map-list-empty">
              <p>Inga evenemang i den här delen av kartan.</p>
              <Button onClick={() => setMoved(undefined)}>Visa hela Sverige</Button>
            </div>
          )
        }
      />
    </div>
  );
}
