import { MapPinOff } from 'lucide-react';
import { EventDays } from '#client/features/events/card/event-facts.tsx';
import { SportIcon } from '#client/features/events/card/sport-icon.tsx';
import { Tag, type Tone } from '#client/ui/tag.tsx';
import { blankEvent } from '#src/features/events/contract.ts';
import { IMPORT_FIELD_NAMES, type ImportField } from '#src/features/events/fields.ts';
import { labelOf } from '#src/features/events/labels.ts';
import type { ImportRow, Outcome, PreviewEvent } from './import-rows.ts';

const TAGS: Record<Outcome, { tone: Tone; label: string }> = {
  new: { tone: 'ok', label: 'Ny' },
  updated: { tone: 'warn', label: 'Uppdateras' },
  exists: { tone: 'warn', label: 'Finns redan' },
  error: { tone: 'err', label: 'Fel' },
};

export function ImportPreviewRow({ row }: { row: ImportRow }) {
  const { tone, label } = TAGS[row.outcome];
  return (
    <>
      <span className="import-row-number">Rad {row.number}</span>
      <span className="import-row-outcome">
        <Tag tone={tone}>{label}</Tag>
      </span>
      {row.outcome === 'error' ? (
        <p className="import-row-reason">{row.reason}</p>
      ) : (
        <Fields event={row.event} />
      )}
    </>
  );
}

const LABELLED_COLUMNS = IMPORT_FIELD_NAMES.filter(
  (name) =>
    !['event_date', 'event_end_date', 'event_name', 'sport_type', 'distances'].includes(name) &&
    !['address', 'ort', 'landskap'].includes(name),
);

type CellValue = PreviewEvent[(typeof LABELLED_COLUMNS)[number]];

function textOf(value: CellValue): string {
  if (Array.isArray(value)) return value.join('; ');
  return value === true ? 'ja' : String(value || '');
}

const isDefault = (name: ImportField, event: PreviewEvent) =>
  (name === 'status' || name === 'registration_kind' || name === 'transfer_policy') &&
  event[name] === blankEvent[name];

function Fields({ event }: { event: PreviewEvent }) {
  const place = [event.address, event.ort, event.landskap].filter(Boolean).join(', ');
  const others = LABELLED_COLUMNS.filter((name) => textOf(event[name]) && !isDefault(name, event));
  return (
    <>
      <EventDays event={event} className="import-row-date" />
      <div className="import-row-event">
        <p className="import-row-name">{event.event_name}</p>
        <p className="import-row-facts">
          <span className="import-row-sport" data-sport={event.sport_type}>
            <SportIcon sport={event.sport_type} size={18} />
            {event.sport_type}
          </span>
          <span>{event.distances}</span>
          {place && <span>{place}</span>}
          {others.map((name) => (
            <span key={name}>
              {labelOf(name)}: {textOf(event[name])}
            </span>
          ))}
          {event.latitude === null && (
            <span className="import-row-unplaced">
              <MapPinOff size={16} aria-hidden="true" />
              Syns inte på kartan
            </span>
          )}
        </p>
      </div>
    </>
  );
}
