import { Link } from '#client/ui/link.tsx';
import type { WatchesOfAddress as Found } from '#src/features/watches/admin/contract.ts';
import { CADENCE_LABELS, REQUEST_DAYS } from '#src/features/watches/rules.ts';
import { formatMoment } from '#src/shared/instants.ts';
import { countOf } from '#src/shared/text.ts';

export function WatchesOfAddress({ found }: { found: Found }) {
  const { email, is_member, paused_until, refused_at, watches, requests } = found;
  return (
    <section className="admin-part" aria-label={`Bevakningar för ${email}`}>
      <h2 className="admin-part-title watched-address">{email}</h2>
      <p className="admin-note">
        {[
          is_member ? 'Medlem' : 'Utan konto',
          paused_until && `pausad till ${formatMoment(paused_until)}`,
          refused_at && `mejlservern tog inte emot mejl ${formatMoment(refused_at)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {watches.length === 0 && <p className="admin-empty">Adressen bevakar inget.</p>}
      <ul className="watched-races">
        {watches.map(({ id, title, url, cadence, created_at }) => (
          <li key={id} className="watched-race">
            <Link className="admin-link" to={url}>
              {title}
            </Link>
            <span className="admin-meta">
              {CADENCE_LABELS[cadence]}, sedan {formatMoment(created_at)}
            </span>
          </li>
        ))}
      </ul>
      {requests.length > 0 && (
        <>
          <h3 className="admin-meta">Begärt utan konto de senaste {REQUEST_DAYS} dagarna</h3>
          <ul className="watched-races">
            {requests.map(({ title, created_at, confirmed_at, mail_count }) => (
              <li key={`${title} ${created_at}`} className="watched-race">
                <span>{title}</span>
                <span className="admin-meta">
                  {confirmed_at
                    ? `Bekräftad ${formatMoment(confirmed_at)}`
                    : `Inte bekräftad, ${countOf(mail_count, 'mejl skickat', 'mejl skickade')}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
