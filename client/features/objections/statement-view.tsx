import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addErrors, detailOf } from '#client/platform/api/error-texts.ts';
import { errorCodeOf, errorMessage } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Alert } from '#client/ui/alert.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { Link } from '#client/ui/link.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import type { StatementByLink } from '#src/features/objections/contract.ts';
import { OBJECTION_ERRORS } from '#src/features/objections/errors.ts';
import { STATEMENT_ERRORS } from '#src/features/statements/errors.ts';
import { DEFAULT_GROUND, decisionText } from '#src/features/statements/rules.ts';
import { formatLongMoment } from '#src/shared/instants.ts';
import { ObjectionForm } from './objection-form.tsx';

addErrors({ ...STATEMENT_ERRORS, ...OBJECTION_ERRORS });

/** Null if the link is invalid or expired. Not kept after the page is left, because the token is secret. */
function useStatement(token: string) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ['statement by link', token],
    queryFn: () =>
      client.public.statements.get.query({ token }).catch((error) => {
        if (errorCodeOf(error) === 'statement.invalid') return null;
        throw error;
      }),
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

export function StatementView({ token }: { token: string }) {
  const query = useStatement(token);
  const isSlow = useDelayed(query.isPending);
  if (query.data) return <Statement token={token} statement={query.data} />;
  if (query.isPending) return isSlow && <p role="status">Hämtar beslutet...</p>;
  if (query.error) {
    return (
      <div className="statement">
        <Alert>{errorMessage(query.error, FAILED.statement)}</Alert>
        <Button busy={query.isFetching} onClick={() => query.refetch()}>
          Försök igen
        </Button>
      </div>
    );
  }
  return (
    <div className="statement">
      <Alert>{detailOf('statement.invalid')}</Alert>
      <p>Länken i mejlet gäller i sex månader. Skriv till oss om du ändå vill att vi ska pröva saken.</p>
      <ButtonLink to="/contact">Till kontaktsidan</ButtonLink>
    </div>
  );
}

type Props = { token: string; statement: StatementByLink };

function Statement({ token, statement: fetched }: Props) {
  const [sent, setSent] = useState<StatementByLink>();
  const statement = sent ?? fetched;
  const { ground, facts, created_at, reference, objection } = statement;
  return (
    <div className="statement">
      <section className="form">
        <h2 className="type-card">{decisionText(statement)}</h2>
        <Facts>
          <Fact label="Beslutat">{formatLongMoment(created_at)}</Fact>
          <Fact label="Ärende">{reference}</Fact>
          <Fact label="Grund" wide>
            {ground ?? DEFAULT_GROUND}
          </Fact>
          {facts && (
            <Fact label="Vad som hänt" wide>
              {facts}
            </Fact>
          )}
        </Facts>
        <p>
          En människa har fattat beslutet. Inget i det var automatiserat.{' '}
          <Link className="text-link" to="/rules">
            Regler för Startplatsmarknaden
          </Link>
        </p>
      </section>
      {objection === null ? (
        <ObjectionForm token={token} reference={reference} onSent={setSent} />
      ) : (
        <Objection statement={statement} isNew={!!sent} />
      )}
    </div>
  );
}

function Objection({ statement, isNew }: { statement: StatementByLink; isNew: boolean }) {
  const { objection, objected_at, objection_decision, objection_answer, objection_decided_at } = statement;
  return (
    <section className="form">
      <h2 className="type-card">Din invändning</h2>
      {isNew && (
        <p className="form-sent" role="status">
          Tack! Vi prövar saken igen och mejlar dig vårt svar.
        </p>
      )}
      <Facts>
        <Fact label="Inskickad">{objected_at && formatLongMoment(objected_at)}</Fact>
        <Fact label="Läge">
          {objection_decision === null
            ? 'Vi prövar den'
            : objection_decision === 'reversed'
              ? 'Beslutet är ändrat'
              : 'Beslutet står fast'}
        </Fact>
        {objection_decided_at && <Fact label="Avgjord">{formatLongMoment(objection_decided_at)}</Fact>}
        <Fact label="Du skrev" wide>
          {objection}
        </Fact>
        {objection_answer && (
          <Fact label="Vårt svar" wide>
            {objection_answer}
          </Fact>
        )}
      </Facts>
    </section>
  );
}
