import { type FormEvent, useId, useRef } from 'react';
import { errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useForm } from '#client/platform/forms/use-form.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button } from '#client/ui/button.tsx';
import { MailLink } from '#client/ui/mail-link.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { type Organiser, OrganiserInput } from '#src/features/organisers/contract.ts';
import { dayInStockholm, formatDay } from '#src/shared/dates.ts';
import { formatShortMoment } from '#src/shared/instants.ts';

type Props = { series: { id: string; name: string } };

/** Who edits the races of the series by a mailed link. */
export function OrganisersSection({ series }: Props) {
  const { id } = series;
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const query = trpc.admin.organisers.list.useQuery({ id }, { staleTime: 0 });
  const utils = trpc.useUtils();
  const refresh = () => void utils.admin.organisers.list.invalidate({ id });
  const form = useForm({ email: '' });
  const invite = useAction({
    send: (input: OrganiserInput) => utils.client.admin.organisers.invite.mutate(input),
    successToast: ({ email }) => `Länken mejlas till ${email}`,
    failureToast: FAILED.inviteOrganiser,
    onSuccess: form.clear,
    refresh,
  });
  const revocation = useAction({
    confirm: ({ email }: Organiser) => ({
      title: 'Återkalla länken',
      question: `${email} kan då inte längre ändra ${series.name}. Förslag som väntar finns kvar.`,
      confirmLabel: 'Återkalla',
      danger: true,
    }),
    send: ({ id: organiser_id }) => utils.client.admin.organisers.revoke.mutate({ id, organiser_id }),
    successToast: 'Länken är återkallad',
    failureToast: FAILED.revokeOrganiser,
    // The button is gone. Wait until the question has returned focus to it.
    onSuccess: () => setTimeout(() => section.current?.focus({ preventScroll: true })),
    refresh,
  });
  const sendInvitation = form.submit(OrganiserInput, { id, ...form.values }, invite);
  const send = (event: FormEvent) => {
    // The section may be inside another form.
    event.stopPropagation();
    sendInvitation(event);
  };
  return (
    <section className="organisers-section" aria-labelledby={titleId} ref={section} tabIndex={-1}>
      <h3 className="event-form-title" id={titleId}>
        Arrangörer
      </h3>
      {query.isPending && <p role="status">Hämtar arrangörerna...</p>}
      {query.isLoadingError && (
        <>
          <Alert>{errorMessage(query.error, FAILED.organisers)}</Alert>
          <Button busy={query.isFetching} onClick={() => query.refetch()}>
            Försök igen
          </Button>
        </>
      )}
      {query.data?.length === 0 && (
        <p className="organisers-none">
          Ingen arrangör har en länk. Den som får en kan ändra läge, anmälan och priser.
        </p>
      )}
      {query.data && query.data.length > 0 && (
        <ul className="organisers-list" aria-label="Arrangörer">
          {query.data.map((organiser) => (
            <li key={organiser.id}>
              <div>
                <MailLink email={organiser.email} />
                <p className="organisers-state">{stateOf(organiser)}</p>
              </div>
              <div className="organisers-buttons">
                <Button
                  aria-label={`Mejla ny länk till ${organiser.email}`}
                  busy={invite.isPending}
                  onClick={() => invite.start({ id, email: organiser.email })}
                >
                  Mejla ny länk
                </Button>
                {organiser.is_active && (
                  <Button
                    kind="quiet"
                    aria-label={`Återkalla länken till ${organiser.email}`}
                    busy={revocation.isBusy(organiser.id)}
                    onClick={() => revocation.start(organiser)}
                  >
                    Återkalla
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <form className="organisers-form" ref={form.formRef} onSubmit={send} noValidate>
        <TextField
          label="Arrangörens e-postadress"
          {...form.fieldProps('email')}
          type="email"
          autoComplete="off"
        />
        <Button type="submit" busy={invite.isPending}>
          Mejla länk
        </Button>
      </form>
      {revocation.dialog}
    </section>
  );
}

function stateOf({ is_active, revoked_at, expires_at, is_mailed, last_used_at }: Organiser): string {
  const dayOf = (instant: string) => formatDay(dayInStockholm(new Date(instant)));
  if (revoked_at) return `Återkallad ${dayOf(revoked_at)}`;
  if (!is_active) return `Gick ut ${dayOf(expires_at)}`;
  const use = last_used_at
    ? `senast använd ${formatShortMoment(last_used_at)}`
    : is_mailed
      ? 'inte använd än'
      : 'mejlas snart';
  return `Gäller till ${dayOf(expires_at)}, ${use}`;
}
