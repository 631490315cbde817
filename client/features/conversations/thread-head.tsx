import { Phone } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { MemberFacts } from '#client/features/accounts/member-facts.tsx';
import { AdEventState } from '#client/features/announcements/ad-event-state.tsx';
import { Link } from '#client/ui/link.tsx';
import { PhoneLink } from '#client/ui/phone-link.tsx';
import { Tag } from '#client/ui/tag.tsx';
import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { adPath } from '#src/features/announcements/rules.ts';
import type { ConversationDetail } from '#src/features/conversations/contract.ts';
import { formatDay } from '#src/shared/dates.ts';
import { formatPrice } from '#src/shared/text.ts';
import { AdStateTag } from './ad-state-tag.tsx';
import { Initials } from './initials.tsx';
import { ReservationTag } from './reservation-tag.tsx';

type Props = {
  detail: ConversationDetail;
  readerId: string;
  /** The other member has written. Until then their phone number is hidden. */
  hasAnswered: boolean;
  backButton: ReactNode;
  takesFocus: boolean;
  menu: ReactNode;
};

export function ThreadHead(props: Props) {
  const { detail, readerId, hasAnswered, backButton, takesFocus, menu } = props;
  const { other_user: otherUser } = detail;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  return (
    <header className="thread-head">
      {backButton ?? <Initials name={otherUser.name} />}
      <div className="thread-member">
        <h2 className="thread-name" ref={heading} tabIndex={-1}>
          {otherUser.name}
        </h2>
        {otherUser.facts && <MemberFacts facts={otherUser.facts} />}
        {otherUser.phone && <PhoneNumber phone={otherUser.phone} name={otherUser.name} />}
        {!hasAnswered && !otherUser.is_deleted && (
          <p className="thread-phone-hint">Telefonnumret visas när du har fått svar.</p>
        )}
      </div>
      <AdFacts
        ad={detail.announcement}
        agreedPrice={detail.deal.agreed_price}
        finalPrice={detail.final_price}
        readerId={readerId}
      />
      {menu}
    </header>
  );
}

function PhoneNumber({ phone, name }: { phone: string; name: string }) {
  return (
    <PhoneLink className="thread-phone" phone={phone}>
      <Phone size={17} aria-hidden="true" />
      <span className="visually-hidden">Ring {name}: </span>
      <span className="thread-number">{phone}</span>
    </PhoneLink>
  );
}

type AdFactsProps = {
  ad: ConversationDetail['announcement'];
  agreedPrice: number | null;
  finalPrice: number | null;
  readerId: string;
};

function AdFacts({ ad, agreedPrice, finalPrice, readerId }: AdFactsProps) {
  const isPublic = ad.is_active && !ad.is_completed;
  return (
    <div className="thread-ad">
      <p className="thread-race">
        {ad.event_url ? <Link to={ad.event_url}>{ad.event_name}</Link> : ad.event_name} <b>{ad.distance}</b>
      </p>
      <p className="thread-order">
        <time dateTime={ad.event_date}>{formatDay(ad.event_date)}</time> ·{' '}
        {isPublic ? <Link to={adPath(ad.order_number)}>{ad.order_number}</Link> : ad.order_number}
      </p>
      <AdEventState ad={ad} />
      <div className="thread-terms">
        <Tag tone={ad.announcement_type}>{TYPE_LABELS[ad.announcement_type]}</Tag>
        <span className="thread-price">{formatPrice(ad.price)}</span>
        {ad.name_change_fee !== null && (
          <span className="thread-fee">+ {formatPrice(ad.name_change_fee)} namnbyte</span>
        )}
        {agreedPrice !== null && finalPrice === null && (
          <b className="thread-agreed">överens om {formatPrice(agreedPrice)}</b>
        )}
        {finalPrice !== null && <span className="thread-fee">slutpris {formatPrice(finalPrice)}</span>}
        <AdStateTag ad={ad} />
        <ReservationTag ad={ad} readerId={readerId} />
      </div>
    </div>
  );
}
