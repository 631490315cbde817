import { useToday } from '#client/platform/page/clock.ts';
import { cx } from '#client/ui/class-names.ts';
import { ExternalLink } from '#client/ui/external-link.tsx';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import type { Transfer, TransferState } from '#src/features/events/transfer/contract.ts';
import { adFeeText, sourceText, transferText } from '#src/features/events/transfer/rules.ts';

const CLASS_NAMES: Record<TransferState, string> = {
  open: 'ad-transfer-open',
  not_open: 'ad-transfer-alert',
  closed: 'ad-transfer-alert',
  forbidden: 'ad-transfer-alert',
  unknown: 'ad-transfer-unknown',
};

type Ad = Pick<PublicAnnouncement, 'announcement_type' | 'name_change_fee' | 'transfer'>;

/** What the buyer pays for the transfer according to the ad. Nothing without a fee. */
export function AdFee({ ad }: { ad: Ad }) {
  const text = adFeeText(ad);
  return text && <p className="ad-fee">{text}</p>;
}

/**
 * What the organizer says about a transfer today, when that was checked, and where it is written. `isPayer` is false
 * for a reader who is paid for the place.
 */
export function AdTransfer({ transfer, isPayer = true }: { transfer: Transfer; isPayer?: boolean }) {
  const today = useToday();
  return (
    <p className="ad-transfer">
      <span className={cx('ad-transfer-text', CLASS_NAMES[transfer.state])}>
        {transferText(transfer, today, isPayer)}
      </span>
      <TransferSource {...transfer} />
    </p>
  );
}

/** When that was checked, and where it is written. Nothing if neither is known. */
export function TransferSource({ rules_url, checked_on }: Pick<Transfer, 'rules_url' | 'checked_on'>) {
  const source = sourceText({ checked_on }, useToday());
  if (!rules_url) return source;
  return (
    <ExternalLink href={rules_url} fallback={source} linkLabel="Arrangörens regler">
      {source ?? 'Arrangörens regler'}
    </ExternalLink>
  );
}
