import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { FailedList, ListPlaceholder } from '#client/ui/list-state.tsx';
import { AddFactorButtons } from './add-factor-buttons.tsx';
import { PasskeyRow, RecoveryRow, TotpRow } from './factor-rows.tsx';

/** The second factors of the admin. */
export function FactorList() {
  const query = trpc.admin.factors.get.useQuery(undefined, { staleTime: 0 });
  useFailureToast(query.error, FAILED.fetchFactors);
  const factors = query.data;
  const hasAny = !!factors && (factors.has_totp || factors.passkeys.length > 0);
  return (
    <section className="admins-part" aria-labelledby="tvastegsinloggning">
      <div className="admins-head">
        <h2 className="type-section" id="tvastegsinloggning">
          Tvåstegsinloggning
        </h2>
      </div>
      {query.isPending && <ListPlaceholder label="Laddar tvåstegsinloggning" />}
      {query.isLoadingError && (
        <FailedList
          title="Tvåstegsinloggningen kunde inte visas"
          busy={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {factors && !hasAny && (
        <p className="admin-note">
          Med ett andra steg räcker det inte att någon kommer över ditt lösenord. Lägg till en app för koder
          eller en passkey.
        </p>
      )}
      {factors && hasAny && (
        <ul className="factor-list">
          {factors.has_totp && <TotpRow />}
          {factors.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
          <RecoveryRow left={factors.recovery_codes_left} />
        </ul>
      )}
      {factors && <AddFactorButtons hasTotp={factors.has_totp} passkeyCount={factors.passkeys.length} />}
    </section>
  );
}
