import { Copy, Pencil, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import { DateBadge } from '#client/features/events/card/date-badge.tsx';
import { EventDays } from '#client/features/events/card/event-facts.tsx';
import { EventName } from '#client/features/events/card/event-state.tsx';
import { SportIcon } from '#client/features/events/card/sport-icon.tsx';
import { StampTag } from '#client/features/events/card/stamp.tsx';
import { useNow } from '#client/platform/page/clock.ts';
import { type Column, DataTable, type RowAction } from '#client/ui/data-table.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { showsStamp } from '#src/features/events/rules.ts';
import { splitDistances } from '#src/shared/distances.ts';
import { formatDayMoment } from '#src/shared/instants.ts';
import { SORT_LABELS } from './table-rules.ts';
import { FACT_COLUMNS, OPTIONAL_COLUMNS, type OptionalColumn } from './use-columns.ts';
import type { EventTableState } from './use-event-table.ts';
import type { EventSelection } from './use-selection.ts';

type Props = {
  table: EventTableState;
  highlightedId: string | undefined;
  selection: EventSelection;
  shownColumns: readonly OptionalColumn[];
  onEdit: (event: AdminEvent) => void;
  onCopy: (event: AdminEvent) => void;
  onDelete: (event: AdminEvent) => void;
};

export function EventTable({
  table,
  highlightedId,
  selection,
  shownColumns,
  onEdit,
  onCopy,
  onDelete,
}: Props) {
  const now = useNow();
  const shown = new Set<string>(shownColumns);
  const actions = (event: AdminEvent): RowAction[] => [
    { label: 'Redigera', icon: <Pencil size={18} aria-hidden="true" />, onSelect: () => onEdit(event) },
    {
      label: 'Kopiera till nästa år',
      icon: <Copy size={18} aria-hidden="true" />,
      onSelect: () => onCopy(event),
    },
    {
      label: 'Ta bort',
      icon: <Trash2 size={18} aria-hidden="true" />,
      danger: true,
      onSelect: () => onDelete(event),
    },
  ];
  return (
    <DataTable
      caption="Evenemang"
      rows={table.visibleRows}
      keyOf={(event) => event.id}
      nameOf={(event) => event.event_name}
      columns={columnsAt(now).filter(({ key }) => !(key in OPTIONAL_COLUMNS) || shown.has(key))}
      actions={actions}
      sort={table.sort}
      onSort={table.sortBy}
      highlightedKey={highlightedId}
      selection={selection}
      compact={(event) => <CompactEvent event={event} now={now} />}
    />
  );
}

const REGISTRATION_LABELS: Record<AdminEvent['registration'], string> = {
  unknown: '',
  not_open: 'Inte öppnat',
  open: 'Öppen',
  closed: 'Stängd',
  sold_out: 'Fullt',
};

function columnsAt(now: Date): Column<AdminEvent>[] {
  const sortable = (key: keyof typeof SORT_LABELS) => ({ key, label: SORT_LABELS[key], sortable: true });
  const optional = (key: OptionalColumn) => ({ key, label: OPTIONAL_COLUMNS[key] });
  return [
    { ...sortable('event_date'), kind: 'figures', cell: (event) => <EventDays event={event} /> },
    { ...sortable('event_name'), cell: (event) => <Name event={event} now={now} /> },
    { ...sortable('sport_type'), kind: 'nowrap', cell: (event) => <SportName sport={event.sport_type} /> },
    {
      key: 'distances',
      label: 'Distanser',
      cell: (event) => (
        <span className="event-table-distances" title={event.distances}>
          {splitDistances(event.distances).map((distance, at, { length }) => (
            <Fragment key={distance}>
              <span>{at < length - 1 ? `${distance},` : distance}</span>{' '}
            </Fragment>
          ))}
        </span>
      ),
    },
    { ...sortable('ort'), cell: (event) => event.ort },
    {
      ...sortable('landskap'),
      kind: 'nowrap',
      cell: (event) => <span className="event-table-landskap">{event.landskap}</span>,
    },
    ...FACT_COLUMNS.map(({ name }) => ({ ...optional(name), cell: (event: AdminEvent) => event[name] })),
    { ...optional('registration'), kind: 'nowrap', cell: (event) => REGISTRATION_LABELS[event.registration] },
    {
      ...optional('links'),
      kind: 'nowrap',
      cell: ({ race_link, result_link }) =>
        [race_link && 'Webbplats', result_link && 'Resultat'].filter(Boolean).join(', '),
    },
    {
      ...optional('updated_at'),
      kind: 'figures',
      cell: ({ updated_at }) => <time dateTime={updated_at}>{formatDayMoment(updated_at)}</time>,
    },
    { ...optional('announcement_count'), kind: 'figures', cell: (event) => event.announcement_count || '' },
  ];
}

function Name({ event, now }: { event: AdminEvent; now: Date }) {
  return (
    <span className="event-table-name">
      <span className="event-table-title" title={event.event_name}>
        <EventName event={event} />
      </span>
      {event.status !== 'scheduled' && (
        <Tag tone="err">{event.status === 'cancelled' ? 'Inställt' : 'Framflyttat'}</Tag>
      )}
      {showsStamp(event, now) && <StampTag text={event.banner_text ?? ''} color={event.banner_color} />}
    </span>
  );
}

function SportName({ sport }: { sport: string }) {
  return (
    <span className="sport-name" data-sport={sport}>
      <SportIcon sport={sport} size={18} />
      {sport}
    </span>
  );
}

function CompactEvent({ event, now }: { event: AdminEvent; now: Date }) {
  return (
    <div className="event-row">
      <div>
        <DateBadge day={event.event_date} endDay={event.event_end_date} sport={event.sport_type} />
        <p className="event-row-year" aria-hidden="true">
          {event.event_date.slice(0, 4)}
        </p>
      </div>
      <div className="event-row-main">
        <EventDays event={event} className="visually-hidden" />
        <Name event={event} now={now} />
        <SportName sport={event.sport_type} />
        <span className="event-row-facts">{[event.distances, event.ort].filter(Boolean).join(' · ')}</span>
      </div>
    </div>
  );
}
