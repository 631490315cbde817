import { Link } from '#client/ui/link.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { AccountAnnouncement } from '#src/features/accounts/admin/contract.ts';
import { STATUS_LABELS, statusOf } from '#src/features/announcements/admin/rules.ts';
import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { formatDay } from '#src/shared/dates.ts';
import { formatPrice } from '#src/shared/text.ts';

type Props = { ads: readonly AccountAnnouncement[]; adPath: (id: string) => string };

const TONES = { active: 'plain', expired: 'plain', inactive: 'warn', completed: 'ok' } as const;

export function UserAds({ ads, adPath }: Props) {
  if (ads.length === 0) return <p className="admin-empty">Inga annonser.</p>;
  return (
    <ul className="user-ads">
      {ads.map((ad) => (
        <li key={ad.id} className="user-ad">
          <div className="admin-tags">
            <Tag tone={ad.announcement_type}>{TYPE_LABELS[ad.announcement_type]}</Tag>
            <Tag tone={TONES[statusOf(ad)]}>{STATUS_LABELS[statusOf(ad)]}</Tag>
            <span className="admin-number">{ad.order_number}</span>
          </div>
          <Link className="admin-link admin-name" to={adPath(ad.id)}>
            {ad.event_name}
          </Link>
          <p className="admin-meta">
            {formatDay(ad.event_date)} · {ad.distance} · {formatPrice(ad.price)}
          </p>
        </li>
      ))}
    </ul>
  );
}
