import { EmptyState } from '#client/ui/empty-state.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { Link } from '#client/ui/link.tsx';
import type { WatchOverview } from '#src/features/watches/admin/contract.ts';
import type { WatchKind } from '#src/features/watches/contract.ts';
import { formatMoment } from '#src/shared/instants.ts';
import { countOf, formatCount } from '#src/shared/text.ts';

const KINDS: Record<WatchKind, string> = {
  search: 'Urval i kalendern',
  event: 'Lopp',
  series: 'Nästa års datum',
  market_sale: 'Platser som säljs',
  market_wanted: 'Platser som söks',
};

export function WatchNumbers({ overview }: { overview: WatchOverview }) {
  const { addresses, kinds, most_watched, queue, refused, refusals } = overview;
  const isEmpty = kinds.every(({ watches }) => watches === 0);
  return (
    <div className="admin-details">
      {isEmpty ? (
        <EmptyState
          story="start"
          title="Inga bevakningar"
          text="Ingen bevakar något lopp eller någon annons än."
        />
      ) : (
        <section className="admin-part" aria-label="Antal">
          <Facts>
            <Fact label="Adresser">{formatCount(addresses)}</Fact>
            {kinds.map(({ kind, watches }) => (
              <Fact key={kind} label={KINDS[kind]}>
                {formatCount(watches)}
              </Fact>
            ))}
          </Facts>
        </section>
      )}
      {most_watched.length > 0 && (
        <section className="admin-part" aria-label="Mest bevakade lopp">
          <h2 className="admin-part-title">Mest bevakade lopp</h2>
          <ol className="watched-races">
            {most_watched.map(({ name, url, addresses: count }) => (
              <li key={`${name} ${url}`} className="watched-race">
                {url ? (
                  <Link className="admin-link" to={url}>
                    {name}
                  </Link>
                ) : (
                  <span>{name}</span>
                )}
                <span className="admin-number">{formatCount(count)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section className="admin-part" aria-label="Utskick">
        <h2 className="admin-part-title">Utskick</h2>
        <Facts>
          <Fact label="Ändringar som väntar">
            {formatCount(queue.changes)}
            {queue.oldest_change && `, sedan ${formatMoment(queue.oldest_change)}`}
          </Fact>
          <Fact label="Nyheter som väntar">{formatCount(queue.news)}</Fact>
          <Fact label="Mejl i kö">{formatCount(queue.mails)}</Fact>
          <Fact label="Mejl som inte gick fram">{formatCount(queue.failed_mails)}</Fact>
        </Facts>
      </section>
      {refused > 0 && (
        <section className="admin-part" aria-label="Adresser som inte tar emot mejl">
          <h2 className="admin-part-title">Adresser som inte tar emot mejl</h2>
          <p className="admin-note">
            Mejlservern tog inte emot mejl till {countOf(refused, 'adress', 'adresser')} de senaste 90
            dagarna. Bevakningarna är avslutade.
          </p>
          <ul className="watched-races">
            {refusals.map(({ email, refused_at }) => (
              <li key={`${email} ${refused_at}`} className="watched-race">
                <span>{email}</span>
                <span className="admin-meta">{formatMoment(refused_at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
