import { Link } from '#client/ui/link.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { formatCount, formatPrice } from '#src/shared/text.ts';

const SHOWN_MAX = 5;

/** The other ads of the race of an ad. Nothing if there are none. */
export function OtherAds({ ads }: { ads: readonly PublicAnnouncement[] }) {
  const [first] = ads;
  if (!first) return null;
  return (
    <section className="other-ads" aria-labelledby="andra-annonser">
      <h2 className="type-card" id="andra-annonser">
        Fler annonser för loppet
      </h2>
      <ul>
        {ads.slice(0, SHOWN_MAX).map((ad) => (
          <li key={ad.id}>
            <Link className="other-ads-link" to={ad.url}>
              <Tag tone={ad.announcement_type}>{TYPE_LABELS[ad.announcement_type]}</Tag>
              <span className="other-ads-distance">{ad.distance}</span>
              <span className="other-ads-price">
                {ad.announcement_type === 'wanted' && 'upp till '}
                {formatPrice(ad.price)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {ads.length > SHOWN_MAX && first.event_id && (
        <Link to={`/marketplace?event=${first.event_id}`}>
          Visa alla {formatCount(ads.length + 1)} annonser
        </Link>
      )}
    </section>
  );
}
