import { Fact, Facts } from '#client/ui/facts.tsx';
import { FoldSummary } from '#client/ui/fold-summary.tsx';
import type { OwnAccount } from '#src/features/accounts/contract.ts';
import { formatLongMoment } from '#src/shared/instants.ts';

export function AccountCard({ account }: { account: OwnAccount }) {
  return (
    <section className="profile-card" aria-labelledby="kontoinformation">
      <h2 className="profile-card-title" id="kontoinformation">
        Kontoinformation
      </h2>
      <Facts>
        <Fact label="Senaste inloggning">
          {account.last_login ? formatLongMoment(account.last_login) : 'Ej angivet'}
        </Fact>
      </Facts>
      {/* Only of use in a question to the operators. */}
      <details>
        <FoldSummary>Konto-id</FoldSummary>
        <p className="profile-id">{account.id}</p>
      </details>
    </section>
  );
}
