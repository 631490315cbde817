import type { OwnAccount } from '#src/features/accounts/contract.ts';
import { formatLongMoment } from '#src/shared/instants.ts';
import { Facts } from './facts.tsx';

export function AccountCard({ account }: { account: OwnAccount }) {
  return (
    <section className="profile-card" aria-labelledby="kontoinformation">
      <h2 className="profile-card-title" id="kontoinformation">
        Kontoinformation
      </h2>
      <Facts
        facts={[
          [
            'Konto-id',
            <span key="id" className="profile-id">
              {account.id}
            </span>,
          ],
          ['Senaste inloggning', account.last_login ? formatLongMoment(account.last_login) : 'Ej angivet'],
        ]}
      />
    </section>
  );
}
