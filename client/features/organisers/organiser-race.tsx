import { CalendarPlus, Check, Pencil, Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { DateBadge } from '#client/features/events/card/date-badge.tsx';
import { Distances, EventDays, Place } from '#client/features/events/card/event-facts.tsx';
import { EventName, EventState } from '#client/features/events/card/event-state.tsx';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import type { OrganiserEvent } from '#src/features/organisers/contract.ts';
import { formatNearDay } from '#src/shared/dates.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ProposalNote } from './proposal-note.tsx';
import { ProposeDialog } from './propose-dialog.tsx';
import { RaceNumbers } from './race-numbers.tsx';
import { useRefreshView } from './use-organiser-change.ts';

type OpenDialog = 'edit' | 'propose' | 'copy';

export function OrganiserRace({ event, canCopy }: { event: OrganiserEvent; canCopy: boolean }) {
  const today = useToday();
  const [dialog, setDialog] = useState<OpenDialog>();
  const race = useRef<HTMLElement>(null);
  const close = () => setDialog(undefined);
  const { client } = trpc.useUtils();
  const confirmation = useAction({
    send: (id: string) => client.organiser.events.confirm.mutate({ id }),
    successToast: 'Tack! Uppgifterna är bekräftade.',
    failureToast: FAILED.organiserChange,
    refresh: useRefreshView(),
  });
  const confirmedOn = event.organizer_confirmed_on;
  const headingId = `organiser-${event.id}`;
  return (
    <article className="organiser-race" aria-labelledby={headingId} ref={race} tabIndex={-1}>
      <div className="organiser-race-head">
        <DateBadge day={event.event_date} endDay={event.event_end_date} sport={event.sport_type} />
        <div className="organiser-race-main">
          <h3 className="type-card" id={headingId}>
            {event.url ? (
              <Link to={event.url}>
                <EventName event={event} />
              </Link>
            ) : (
              <EventName event={event} />
            )}
          </h3>
          <p className="race-meta">
            <EventDays event={event} />
            <Place event={event} />
          </p>
          <EventState event={event} />
          <Distances distances={event.distances} />
          <p className="organiser-confirmed">
            {confirmedOn
              ? `Ändrat eller bekräftat av arrangören ${formatNearDay(confirmedOn, today)}`
              : 'Ännu inte bekräftat av arrangören'}
          </p>
        </div>
      </div>
      <RaceNumbers event={event} />
      {event.proposal && (
        <ProposalNote
          event={event}
          proposal={event.proposal}
          // Instead of the button, which is gone.
          onTakenBack={() => race.current?.focus({ preventScroll: true })}
        />
      )}
      <div className="organiser-actions">
        <Button
          kind={confirmedOn === today ? 'secondary' : 'primary'}
          icon={<Check size={18} aria-hidden="true" />}
          busy={confirmation.isPending}
          onClick={() => confirmation.start(event.id)}
        >
          Uppgifterna stämmer
        </Button>
        <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => setDialog('edit')}>
          Ändra läge, anmälan och priser
        </Button>
        <Button icon={<Send size={18} aria-hidden="true" />} onClick={() => setDialog('propose')}>
          Föreslå nytt datum eller namn
        </Button>
        <Button
          kind={canCopy ? 'secondary' : 'quiet'}
          icon={<CalendarPlus size={18} aria-hidden="true" />}
          onClick={() => setDialog('copy')}
        >
          Kopiera till nästa år
        </Button>
      </div>
      {dialog === 'edit' && <EditDialog event={event} onClose={close} />}
      {dialog === 'propose' && <ProposeDialog event={event} onClose={close} />}
      {dialog === 'copy' && <CopyDialog event={event} onClose={close} />}
    </article>
  );
}
