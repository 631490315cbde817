import { useEffect, useMemo, useRef } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { forgetAdDraft } from '#client/platform/forms/drafts.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { useRedirect } from '#client/platform/navigation/use-redirect.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { kronorOf } from '#client/ui/money-input.tsx';
import { RadioCards } from '#client/ui/radio-cards.tsx';
import { NewAnnouncement } from '#src/features/announcements/contract.ts';
import { newAdError } from '#src/features/announcements/rules.ts';
import { transferOf } from '#src/features/events/transfer/rules.ts';
import { splitDistances } from '#src/shared/distances.ts';
import { adTitle } from '../ad-title.ts';
import { DescriptionField } from '../description-field.tsx';
import type { PublishedState } from '../published-notice.tsx';
import { WatcherCount } from '../watcher-count.tsx';
import { DistanceField } from './distance-field.tsx';
import { initialValues, saveDraft } from './draft.ts';
import { EventField } from './event-field.tsx';
import { PriceFields } from './price-fields.tsx';
import { Refusal } from './refusal.tsx';
import { useCreate } from './use-create.ts';
import { useTransferFee } from './use-transfer-fee.ts';
import { useUpcomingEvents } from './use-upcoming-events.ts';
import { useUsualPrice } from './use-usual-price.ts';

const REDIRECT_DELAY_MS = 2000;

const TYPE_OPTIONS = [
  { value: 'sale', label: 'Till salu - Jag vill sälja min startplats' },
  { value: 'wanted', label: 'Söker - Jag vill köpa en startplats' },
] as const;

type Props = {
  userId: string;
  /** Id of the event in the link that opened the form. */
  linkedEventId: string;
  onCancel: () => void;
};

export function CreateForm({ userId, linkedEventId, onCancel }: Props) {
  const { formRef, values, set, inputProps, errorOf, submit } = useForm(initialValues(userId, linkedEventId));
  const today = useToday();
  const events = useUpcomingEvents();
  const { creation, failure } = useCreate();
  const nextFocus = useRef<'event_id' | 'distance'>(undefined);
  const chosenHere = useRef('');

  const event = events.upcoming.find(({ id }) => id === values.event_id);
  const details = trpc.public.events.get.useQuery({ id: values.event_id }, { enabled: !!event });
  const rules = event && details.data;
  const distances = event ? splitDistances(event.distances) : [];
  const defaultDistance = (distances.length === 1 && distances[0]) || '';
  const distance = distances.includes(values.distance) ? values.distance : defaultDistance;

  const transfer = rules && distance ? transferOf(rules, distance, today) : undefined;
  const raceRefusal = rules && newAdError(rules, '', today);
  const refusal = raceRefusal ?? (rules && newAdError(rules, distance, today));
  const usual = useUsualPrice(rules, distance);
  useTransferFee(transfer, values, set);

  // The search and the summary replace each other: move focus on to the next field.
  useEffect(() => {
    const control = (selector: string) => formRef.current?.querySelector<HTMLElement>(selector);
    // A race that takes no ads has no distance to choose.
    if (nextFocus.current)
      (control(`[name="${nextFocus.current}"]`) ?? control('.event-choice button'))?.focus();
    nextFocus.current = undefined;
  });

  // The rules arrive after the choice. A refusal removes the field that has got the focus.
  const refusedId = raceRefusal && event?.id;
  useEffect(() => {
    const isFocusLost = !document.activeElement || document.activeElement === document.body;
    if (refusedId && refusedId === chosenHere.current && isFocusLost)
      formRef.current?.querySelector<HTMLElement>('.event-choice button')?.focus();
  }, [refusedId, formRef]);

  const isDone = creation.isSuccess;
  useEffect(() => {
    if (isDone) forgetAdDraft();
    else saveDraft({ user_id: userId, linkedEventId, values });
  }, [isDone, userId, linkedEventId, values]);
  const created = creation.data;
  const routeState = useMemo<PublishedState | undefined>(
    () => created && { published: { url: created.url, title: adTitle(created) } },
    [created],
  );
  useRedirect(isDone, '/marketplace', REDIRECT_DELAY_MS, routeState);

  const input = {
    announcement_type: values.announcement_type,
    event_id: event?.id ?? '',
    distance,
    price: kronorOf(values.price),
    has_name_change_fee: values.has_name_change_fee,
    name_change_fee: values.has_name_change_fee ? kronorOf(values.name_change_fee) : null,
    description: values.description,
  };
  const busy = creation.isPending || isDone;
  const send = submit(NewAnnouncement, input, {
    ...creation,
    // Without the rules, such as while they are being fetched, the server has the last word.
    isPending: busy || !!refusal,
  });

  return (
    <form className="form create-form" ref={formRef} onSubmit={send} noValidate aria-label="Skapa annons">
      <RadioCards
        legend="Typ av annons"
        name="announcement_type"
        value={values.announcement_type}
        options={TYPE_OPTIONS}
        onChange={(type) => set('announcement_type', type)}
        error={errorOf('announcement_type')}
      />
      <EventField
        events={events}
        chosen={event}
        hasDraftEvent={values.event_id !== ''}
        error={errorOf('event_id')}
        onChoose={(chosen) => {
          set('event_id', chosen?.id ?? '');
          chosenHere.current = chosen?.id ?? '';
          set('distance', '');
          nextFocus.current = chosen ? 'distance' : 'event_id';
        }}
      />
      {rules && raceRefusal ? (
        <Refusal code={raceRefusal} rules={rules} what="loppet" />
      ) : (
        <>
          {details.isLoadingError && (
            <Alert>
              Arrangörens regler kunde inte hämtas.{' '}
              <Button kind="link" busy={details.isFetching} onClick={() => void details.refetch()}>
                Försök igen
              </Button>
            </Alert>
          )}
          <WatcherCount eventId={event?.id} type={values.announcement_type} />
          <DistanceField
            {...{
              rules,
              distances,
              hasEvent: !!event,
              distance,
              transfer,
              usual,
              refusal,
              inputProps,
              errorOf,
            }}
          />
        </>
      )}
      {!refusal && (
        <>
          <PriceFields
            values={values}
            set={set}
            inputProps={inputProps}
            errorOf={errorOf}
            transfer={transfer}
            usual={usual}
          />
          <DescriptionField
            {...inputProps('description')}
            value={values.description}
            error={errorOf('description')}
          />
        </>
      )}
      {failure && <Alert>{failure}</Alert>}
      <div className="create-foot">
        <Button
          kind="quiet"
          large
          onClick={() => {
            forgetAdDraft();
            onCancel();
          }}
        >
          Avbryt
        </Button>
        {!refusal && (
          <Button kind="primary" type="submit" large busy={busy}>
            Skapa annons
          </Button>
        )}
      </div>
    </form>
  );
}
