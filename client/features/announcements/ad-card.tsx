import { Check, Flag, MessageCircle, UserRound } from 'lucide-react';
import { memo, useId } from 'react';
import { SportIcon } from '#client/features/events/card/sport-icon.tsx';
import { useToday } from '#client/platform/page/clock.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Link } from '#client/ui/link.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { ageText, DONE_LABELS } from '#src/features/announcements/rules.ts';
import { formatDay } from '#src/shared/dates.ts';
import { formatPrice } from '#src/shared/text.ts';
import { AdDescription } from './ad-description.tsx';
import { AdEventState } from './ad-event-state.tsx';
import { AdFee, AdTransfer } from './ad-transfer.tsx';
import { contactReturn } from './contact-return.ts';
import { UsualPrices } from './usual-prices.tsx';

const WHEN_DONE = { sale: 'den är såld', wanted: 'du har fått en plats' } as const;

export type AdCallbacks = {
  onContact: (ad: PublicAnnouncement) => void;
  onReport: (ad: PublicAnnouncement) => void;
  onComplete: (ad: PublicAnnouncement) => void;
};

type Props = AdCallbacks & {
  ad: PublicAnnouncement;
  /** Undefined for visitors. */
  viewerId: string | undefined;
  /** The viewer's conversation about the ad, if there is one. */
  threadPath: string | undefined;
  /** Whether it is the page of the ad. */
  isOwnPage?: boolean;
};

export const AdCard = memo(function AdCard(props: Props) {
  const { ad, viewerId, threadPath, isOwnPage = false, ...callbacks } = props;
  const Heading = isOwnPage ? 'h1' : 'h2';
  const nameId = useId();
  const today = useToday();
  return (
    <article className="ad-card" aria-labelledby={nameId}>
      <div className="ad-card-head">
        <span className="ad-card-tags">
          <Tag tone={ad.announcement_type}>{TYPE_LABELS[ad.announcement_type]}</Tag>
          {ad.reserved && <Tag tone="warn">Reserverad</Tag>}
        </span>
        {isOwnPage ? (
          <span className="ad-card-number">{ad.order_number}</span>
        ) : (
          <Link className="ad-card-number ad-card-link" to={ad.url} title="Annonsens egen sida">
            {ad.order_number}
          </Link>
        )}
      </div>
      <Heading className="type-card ad-card-name" id={nameId}>
        {ad.event_url ? <Link to={ad.event_url}>{ad.event_name}</Link> : ad.event_name}
      </Heading>
      <p className="ad-card-race">
        <span className="ad-card-distance">{ad.distance}</span>{' '}
        <time dateTime={ad.event_date}>{formatDay(ad.event_date)}</time>
        <AdPlace ad={ad} />
      </p>
      <AdEventState ad={ad} />
      <AdTransfer transfer={ad.transfer} />
      {ad.description && <AdDescription text={ad.description} isWhole={isOwnPage} />}
      <div className="ad-card-money">
        <p className="ad-card-price">
          {ad.announcement_type === 'wanted' && <span className="ad-card-upto">Betalar upp till </span>}
          {formatPrice(ad.price)}
        </p>
        <AdFee ad={ad} />
        <UsualPrices ad={ad} />
      </div>
      <div className="ad-card-foot">
        <p className="ad-card-person">
          <UserRound size={18} aria-hidden="true" />
          <span className="ad-card-owner" title={ad.user_name}>
            {ad.user_name}
          </span>
        </p>
        <time className="ad-card-age" dateTime={ad.created_at}>
          {ageText(ad, today)}
          {viewerId === ad.user_id && ` · tryck på Klar när ${WHEN_DONE[ad.announcement_type]}`}
        </time>
        <AdActions ad={ad} viewerId={viewerId} threadPath={threadPath} nameId={nameId} {...callbacks} />
      </div>
    </article>
  );
});

function AdPlace({ ad: { sport_type, ort, landskap } }: { ad: PublicAnnouncement }) {
  if (!sport_type) return null;
  return (
    <span className="ad-card-place" data-sport={sport_type} title={sport_type}>
      <SportIcon sport={sport_type} size={18} />
      <span className="visually-hidden">{sport_type}</span>
      {ort ?? landskap}
    </span>
  );
}

function AdActions(props: Props & { nameId: string }) {
  const { ad, viewerId, threadPath, nameId, onContact, onReport, onComplete } = props;
  const contactProps = { kind: 'primary', icon: <MessageCircle size={18} aria-hidden="true" /> } as const;
  if (viewerId === undefined) {
    return (
      <>
        <ReportLink ad={ad} nameId={nameId} onReport={onReport} />
        {!ad.reserved && (
          <ButtonLink
            {...contactProps}
            to="/marketplace/login"
            state={contactReturn(ad)}
            aria-describedby={nameId}
          >
            Kontakta
          </ButtonLink>
        )}
      </>
    );
  }
  if (viewerId === ad.user_id) {
    return (
      <Button
        icon={<Check size={18} aria-hidden="true" />}
        aria-describedby={nameId}
        title={DONE_LABELS[ad.announcement_type]}
        onClick={() => onComplete(ad)}
      >
        Klar
      </Button>
    );
  }
  return (
    <>
      <IconButton
        className="ad-card-report"
        label={`Rapportera ${ad.user_name}`}
        aria-describedby={nameId}
        onClick={() => onReport(ad)}
      >
        <Flag size={18} aria-hidden="true" />
      </IconButton>
      {threadPath && (
        <ButtonLink icon={contactProps.icon} to={threadPath} aria-describedby={nameId}>
          Du har skrivit
        </ButtonLink>
      )}
      {!threadPath && !ad.reserved && (
        <Button {...contactProps} aria-describedby={nameId} onClick={() => onContact(ad)}>
          Kontakta
        </Button>
      )}
    </>
  );
}

/** For visitors. Without scripts, it leads to the rules, which say how to report an ad. */
function ReportLink({ ad, nameId, onReport }: Pick<Props, 'ad' | 'onReport'> & { nameId: string }) {
  return (
    <ButtonLink
      kind="quiet"
      className="button-icon ad-card-report"
      to="/rules#anmal"
      aria-label="Anmäl annonsen"
      aria-describedby={nameId}
      aria-haspopup="dialog"
      icon={<Flag size={18} aria-hidden="true" />}
      onClick={(event) => {
        event.preventDefault();
        onReport(ad);
      }}
    />
  );
}
