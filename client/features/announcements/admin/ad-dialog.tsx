import type { ReactNode } from 'react';
import { errorCodeOf } from '#client/platform/api/failures.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { DialogState } from '#client/ui/dialog-state.tsx';
import { Fact, Facts } from '#client/ui/facts.tsx';
import { Link } from '#client/ui/link.tsx';
import { MailLink } from '#client/ui/mail-link.tsx';
import { PhoneLink } from '#client/ui/phone-link.tsx';
import { Tag } from '#client/ui/tag.tsx';
import type { AdminAnnouncementDetail } from '#src/features/announcements/admin/contract.ts';
import { TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { formatLongDay } from '#src/shared/dates.ts';
import { formatLongMoment } from '#src/shared/instants.ts';
import { formatCount, formatPrice } from '#src/shared/text.ts';
import { AdEventState } from '../ad-event-state.tsx';
import { AdTransfer } from '../ad-transfer.tsx';
import { MessageHistory } from './message-history.tsx';
import { StatusTag } from './status-tag.tsx';
import { useAdActions } from './use-ad-actions.tsx';

type Props = {
  id: string;
  userPath: (id: string) => string;
  onClose: () => void;
};

export function AdDialog({ id, userPath, onClose }: Props) {
  const query = trpc.admin.announcements.get.useQuery({ id }, { staleTime: 0 });
  useFailureToast(query.error, FAILED.fetchAnnouncement);
  const adActions = useAdActions(onClose);
  const isGone = errorCodeOf(query.error) === 'announcement.not_found';
  const ad = isGone ? undefined : query.data;
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={ad ? `${ad.order_number}: ${ad.event_name}` : 'Annons'}
        footer={
          ad &&
          adActions
            .actionsFor(ad)
            .reverse()
            .map(({ id, label, icon, danger, disabled, onSelect }) => (
              <Button
                key={id}
                className={danger ? 'admin-danger' : 'dialog-cancel'}
                icon={icon}
                disabled={disabled}
                onClick={onSelect}
              >
                {label}
              </Button>
            ))
        }
      >
        {ad ? (
          <Details ad={ad}>
            <Link className="admin-link" to={userPath(ad.user_id)}>
              {ad.user_details.full_name}
            </Link>
          </Details>
        ) : (
          <DialogState query={query} failureMessage={FAILED.fetchAnnouncement} />
        )}
      </Dialog>
      {adActions.dialog}
    </>
  );
}

function Details({ ad, children }: { ad: AdminAnnouncementDetail; children: ReactNode }) {
  const { email, phone_number, is_suspended } = ad.user_details;
  return (
    <div className="admin-details">
      <div className="admin-tags">
        <Tag tone={ad.announcement_type}>{TYPE_LABELS[ad.announcement_type]}</Tag>
        <StatusTag ad={ad} />
        {ad.event_id === null && <Tag tone="warn">Evenemanget är borttaget</Tag>}
      </div>
      <Facts>
        <Fact label="Evenemang" wide>
          {ad.event_name}
          <AdEventState ad={ad} />
        </Fact>
        <Fact label="Datum">{formatLongDay(ad.event_date)}</Fact>
        <Fact label="Distans">{ad.distance}</Fact>
        <Fact label="Pris">{formatPrice(ad.price)}</Fact>
        <Fact label="Namnbytesavgift">
          {ad.name_change_fee === null ? 'Ingen' : formatPrice(ad.name_change_fee)}
        </Fact>
        <Fact label="Skapad">{formatLongMoment(ad.created_at)}</Fact>
        {ad.expires_at && <Fact label="Visas till">{formatLongMoment(ad.expires_at)}</Fact>}
        <Fact label="Överlåtelse" wide>
          <AdTransfer transfer={ad.transfer} />
        </Fact>
        <Fact label="Beskrivning" wide>
          {ad.description ?? 'Ingen beskrivning'}
        </Fact>
      </Facts>
      <section className="admin-part">
        <h3 className="admin-part-title">Ägare</h3>
        <Facts>
          <Fact label="Namn">
            {children} {is_suspended && <Tag tone="err">Avstängd</Tag>}
          </Fact>
          <Fact label="E-post">
            <MailLink className="admin-link" email={email} />
          </Fact>
          <Fact label="Telefon">
            {phone_number ? <PhoneLink className="admin-link" phone={phone_number} /> : 'Ej angivet'}
          </Fact>
        </Facts>
        {is_suspended && (
          <p className="admin-note">Annonsen visas inte för besökare så länge ägaren är avstängd.</p>
        )}
      </section>
      <section className="admin-part">
        <h3 className="admin-part-title">Meddelanden ({formatCount(ad.message_count)})</h3>
        <MessageHistory messages={ad.messages} ownerId={ad.user_id} />
      </section>
    </div>
  );
}
