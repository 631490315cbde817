import { Bell } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Field } from '#client/ui/field.tsx';
import { Honeypot } from '#client/ui/honeypot.tsx';
import { Select } from '#client/ui/inputs.tsx';
import { RadioCards } from '#client/ui/radio-cards.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { CADENCES, type WatchKind } from '#src/features/watches/contract.ts';
import { CADENCE_LABELS, isMarketKind, KIND_LABELS } from '#src/features/watches/rules.ts';
import { formatDays } from '#src/shared/dates.ts';
import { MarketFields } from './market-fields.tsx';
import { MemberNote, VisitorNote } from './notes.tsx';
import { useWatchForm } from './use-watch-form.ts';
import type { Watched, WatchedEvent, WatchedSearch } from './watched.ts';

type Props = { watched: Watched; onClose: () => void };

export function WatchDialog({ watched, onClose }: Props) {
  const formId = useId();
  const watch = useWatchForm(watched, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={watch.confirmedAt ? 'Nästan klart!' : 'Mejla mig'}
      footer={
        watch.confirmedAt ? (
          <Button kind="primary" onClick={onClose}>
            Stäng
          </Button>
        ) : (
          <>
            <Button kind="quiet" className="dialog-cancel" onClick={onClose}>
              Avbryt
            </Button>
            <Button
              kind="primary"
              type="submit"
              form={formId}
              busy={watch.isSending}
              icon={<Bell size={18} aria-hidden="true" />}
            >
              Mejla mig
            </Button>
          </>
        )
      }
    >
      {watch.confirmedAt ? (
        <ConfirmByMail email={watch.confirmedAt} />
      ) : (
        <WatchForm id={formId} watched={watched} watch={watch} />
      )}
    </Dialog>
  );
}

type FormProps = { id: string; watched: Watched; watch: ReturnType<typeof useWatchForm> };

function WatchForm({ id, watched, watch }: FormProps) {
  const { form, kinds, kind, cadence, isMember, send } = watch;
  const { formRef, set, fieldProps, inputProps, errorOf, serverError } = form;
  const choose = (chosen: WatchKind) => {
    set('kind', chosen);
    set('price', '');
  };
  return (
    <form className="watch-form" id={id} ref={formRef} onSubmit={send} noValidate>
      {'search' in watched ? (
        <WatchedSearchFacts search={watched.search} />
      ) : (
        <WatchedEventFacts event={watched.event} onlyKind={kinds.length > 1 ? undefined : kind} />
      )}
      {kinds.length > 1 && (
        <RadioCards
          legend="Vad vill du veta?"
          name="kind"
          value={kind}
          options={kinds.map((value) => ({ value, label: KIND_LABELS[value] }))}
          onChange={choose}
          error={errorOf('kind')}
        />
      )}
      {isMarketKind(kind) && 'event' in watched && (
        <MarketFields
          event={watched.event}
          priceLabel={kind === 'market_sale' ? 'Högsta pris' : 'Lägsta pris'}
          form={form}
        />
      )}
      <Field label="Hur ofta vill du få mejl?" error={errorOf('cadence')} hint={CADENCE_HINTS[cadence]}>
        {(ariaProps) => (
          <Select {...ariaProps} {...inputProps('cadence')} value={cadence}>
            {CADENCES.map((value) => (
              <option key={value} value={value}>
                {CADENCE_LABELS[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {!isMember && (
        <TextField label="E-post" required {...fieldProps('email')} type="email" autoComplete="email" />
      )}
      <Honeypot {...inputProps('website')} />
      {isMember ? <MemberNote /> : <VisitorNote />}
      {serverError && <Alert>{serverError}</Alert>}
    </form>
  );
}

const CADENCE_HINTS = {
  direct: 'Mellan klockan 07 och 21.',
  daily: 'Klockan 07, de dagar då något har hänt.',
  weekly: 'På måndagar klockan 07, om något har hänt.',
};

type EventFactsProps = { event: WatchedEvent; onlyKind: WatchKind | undefined };

function WatchedEventFacts({ event, onlyKind }: EventFactsProps) {
  return (
    <div>
      <p>
        <strong>{event.event_name}</strong>, {formatDays(event.event_date, event.event_end_date)}
      </p>
      {onlyKind && <p>{KIND_LABELS[onlyKind]}.</p>}
    </div>
  );
}

function WatchedSearchFacts({ search }: { search: WatchedSearch }) {
  return (
    <div>
      <p>
        <strong>{search.name}</strong>
      </p>
      <p>{KIND_LABELS.search}.</p>
      {search.leavesOutPosition && (
        <p className="watch-note">
          Din position följer inte med. Välj en ort under ”Nära …” om du bara vill ha mejl om lopp nära den.
        </p>
      )}
    </div>
  );
}

/** Nothing is watched until the visitor follows the link of the mail. */
function ConfirmByMail({ email }: { email: string }) {
  const text = useRef<HTMLDivElement>(null);
  // The focused button is gone.
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="watch-confirm" role="status" ref={text} tabIndex={-1}>
      <p>
        Bekräfta bevakningen i mejlet som vi har skickat till <strong>{email}</strong>.
      </p>
      <p className="watch-note">Kommer det inte inom några minuter? Titta bland skräpposten.</p>
    </div>
  );
}
