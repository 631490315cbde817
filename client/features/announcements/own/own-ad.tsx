import { Check, Pencil, Trash2 } from 'lucide-react';
import { useToday } from '#client/platform/page/clock.ts';
import { Button } from '#client/ui/button.tsx';
import { cx } from '#client/ui/class-names.ts';
import { Link } from '#client/ui/link.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { OwnAnnouncement } from '#src/features/announcements/contract.ts';
import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { completeError, editError, lastDayText, needsRenewal } from '#src/features/announcements/rules.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import { formatPrice } from '#src/shared/text.ts';
import { AdEventState } from '../ad-event-state.tsx';
import { AdTransfer } from '../ad-transfer.tsx';
import { UsualPrices } from '../usual-prices.tsx';
import { OwnReservation } from './own-reservation.tsx';

type Props = {
  ad: OwnAnnouncement;
  isRenewing: boolean;
  onRenew: (ad: OwnAnnouncement) => void;
  onComplete: (ad: OwnAnnouncement) => void;
  onEdit: (ad: OwnAnnouncement) => void;
  onDelete: (ad: OwnAnnouncement) => void;
};

export function OwnAd({ ad, isRenewing, onRenew, onComplete, onEdit, onDelete }: Props) {
  const { event_name, distance, order_number, is_active, is_completed } = ad;
  const today = useToday();
  const fee = ad.name_change_fee ?? 0;
  const labelSuffix = `: ${event_name}, ${order_number}`;
  return (
    <li
      className={cx('own-ad', is_completed && 'own-ad-completed')}
      id={`annons-${ad.id}`}
      tabIndex={-1}
      aria-label={`${event_name}, ${order_number}`}
    >
      <div className="own-ad-tags">
        <Tag tone={ad.announcement_type}>{TYPE_LABELS[ad.announcement_type]}</Tag>
        {ad.is_expired && !is_completed && (
          <Tag tone="plain">{ad.transfer.state === 'forbidden' ? 'Visas inte' : 'Utgången'}</Tag>
        )}
        {!is_active && !ad.is_expired && <Tag tone="warn">Inaktiv</Tag>}
        {ad.reserved_for && <Tag tone="warn">Reserverad</Tag>}
        {is_completed && <Tag tone="ok">Slutförd</Tag>}
        <span className="own-ad-number">{order_number}</span>
      </div>
      <div className="own-ad-main">
        <h3 className="own-ad-event">
          {ad.event_url ? <Link to={ad.event_url}>{event_name}</Link> : event_name}{' '}
          <span className="own-ad-distance">{distance}</span>
        </h3>
        {!is_completed && <AdEventState ad={ad} />}
        {!is_completed && <AdTransfer transfer={ad.transfer} />}
        {!is_active && !ad.is_expired && !is_completed && (
          <p className="own-ad-paused">En administratör har dolt annonsen.</p>
        )}
        {needsRenewal(ad, today) && (
          <div className="own-ad-paused">
            <p>
              {ad.is_expired
                ? 'Annonsen har gått ut. Är den fortfarande aktuell?'
                : 'Annonsen är pausad: loppet har flyttats. Gäller den fortfarande?'}
            </p>
            <Button kind="soft" busy={isRenewing} onClick={() => onRenew(ad)}>
              <span>
                Ja, visa den igen<span className="visually-hidden">{labelSuffix}</span>
              </span>
            </Button>
          </div>
        )}
        {ad.description && <p className="own-ad-description">{ad.description}</p>}
        {!is_completed && <OwnReservation ad={ad} labelSuffix={labelSuffix} />}
        <p className="own-ad-created">
          Skapad {formatLongDay(dayInStockholm(new Date(ad.created_at)))}
          {ad.is_active && !is_completed && ad.expires_at && ` · visas till ${lastDayText(ad.expires_at)}`}
        </p>
      </div>
      <div className="own-ad-money">
        <p className="own-ad-price">{formatPrice(ad.price)}</p>
        {fee > 0 && <p className="own-ad-fee">+ {formatPrice(fee)} namnbyte</p>}
        {ad.final_price !== null && <p className="own-ad-fee">Slutpris {formatPrice(ad.final_price)}</p>}
        {!is_completed && <UsualPrices ad={ad} />}
      </div>
      <div className="own-ad-actions">
        {!completeError(ad) && (
          <Button icon={<Check size={18} aria-hidden="true" />} onClick={() => onComplete(ad)}>
            <span>
              Markera som klar<span className="visually-hidden">{labelSuffix}</span>
            </span>
          </Button>
        )}
        {!editError(ad) && (
          <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => onEdit(ad)}>
            <span>
              Redigera<span className="visually-hidden">{labelSuffix}</span>
            </span>
          </Button>
        )}
        <Button
          className="own-ad-delete"
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => onDelete(ad)}
        >
          <span>
            Ta bort<span className="visually-hidden">{labelSuffix}</span>
          </span>
        </Button>
      </div>
    </li>
  );
}
