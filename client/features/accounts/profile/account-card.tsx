import { Fact, Facts } from '#client/ui/facts.tsx';
import type { OwnAccount } from '#src/features/accounts/contract.ts';
import { formatLongMoment } from '#src/shared/instants.ts';

export function AccountCard({ account }: { account: OwnAccount }) {
  return (
    <section className="profile-card" aria-labelledby="kontoinformation">
      <h2 className="profile-card-title" id="kontoinformation">
        Kontoinformation
      </h2>
      <Facts>
        <Fact label="Konto-id">
          <span className="profile-id">{account.id}</span>
        </Fact>
        <Fact label="Senaste inloggning">
          {account.last_login ? formatLongMoment(account.last_login) : 'Ej angivet'}
        </Fact>
      </Facts>
    </section>
  );
}
