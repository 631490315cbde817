import { Plus } from 'lucide-react';
import { useToday } from '#client/platform/page/clock.ts';
import { Tag } from '#client/ui/tag.tsx';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { eventError } from '#src/features/announcements/rules.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
import { adFeeText } from '#src/features/events/transfer/rules.ts';
import { dayInStockholm, formatDay } from '#src/shared/dates.ts';
import { formatCount, formatPrice } from '#src/shared/text.ts';
import { Frame, FrameLink } from './frame.tsx';
import { RaceRow } from './race-row.tsx';

const ADS_MAX = 30;

type Props = {
  event: PublicEvent;
  /** The open ads of the race. Undefined if they could not be read. */
  ads: readonly PublicAnnouncement[] | undefined;
};

export function StartPlaces({ event, ads }: Props) {
  const marketPath = `/marketplace?event=${event.id}`;
  const message = useMessage(event, ads);
  return (
    <Frame title="Startplatser">
      <RaceRow event={event} heading="h2" />
      {message && <p className="embed-empty">{message.text}</p>}
      {ads && ads.length > 0 && (
        <ul className="embed-ads">
          {ads.slice(0, ADS_MAX).map((ad) => (
            <li key={ad.id}>
              <AdRow ad={ad} path={marketPath} />
            </li>
          ))}
        </ul>
      )}
      {!message?.isFinal && (
        <p className="embed-more">
          {ads && ads.length > ADS_MAX && (
            <FrameLink className="button button-secondary" path={marketPath}>
              Visa alla {formatCount(ads.length)} annonser
            </FrameLink>
          )}
          <FrameLink className="button button-secondary" path={`/marketplace/create?event=${event.id}`}>
            <Plus size={18} aria-hidden="true" />
            Skapa annons
          </FrameLink>
        </p>
      )}
    </Frame>
  );
}

/** What is shown instead of ads. `isFinal`: nobody can add one. */
function useMessage(event: PublicEvent, ads: Props['ads']): { text: string; isFinal?: true } | undefined {
  const today = useToday();
  if (!isUpcoming(event, today))
    return { text: 'Nästa lopp är inte i kalendern än, så det finns inga platser.', isFinal: true };
  if (eventError(event.status)) return { text: 'Loppet tar inga annonser just nu.', isFinal: true };
  if (!ads) return { text: 'Annonserna kan inte visas just nu. Försök igen om en stund.' };
  if (ads.length === 0) return { text: 'Ingen säljer eller söker en plats just nu.' };
  return undefined;
}

function AdRow({ ad, path }: { ad: PublicAnnouncement; path: string }) {
  const createdOn = dayInStockholm(new Date(ad.created_at));
  const fee = adFeeText(ad);
  return (
    <FrameLink className="embed-ad" path={path}>
      <Tag tone={ad.announcement_type}>{TYPE_LABELS[ad.announcement_type]}</Tag>{' '}
      {ad.reserved && <Tag tone="warn">Reserverad</Tag>}
      <span className="embed-ad-facts">
        <span className="embed-ad-figure">{ad.distance}</span>{' '}
        <span className="embed-ad-figure">{formatPrice(ad.price)}</span>{' '}
        {fee && <span className="embed-ad-fee">{fee}</span>}
      </span>{' '}
      <time className="embed-ad-date" dateTime={createdOn}>
        Upplagd {formatDay(createdOn)}
      </time>
    </FrameLink>
  );
}
