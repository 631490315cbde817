import type { Transfer, TransferState } from '../../../src/features/events/transfer/contract';
import { sourceText, transferText } from '../../../src/features/events/transfer/rules';
import { useToday } from '../../platform/page/clock';
import { cx } from '../../ui/class-names';
import { ExternalLink } from '../../ui/external-link';

const CLASS_NAMES: Record<TransferState, string> = {
  open: 'ad-transfer-open',
  not_open: 'ad-transfer-alert',
  closed: 'ad-transfer-alert',
  forbidden: 'ad-transfer-alert',
  unknown: 'ad-transfer-unknown',
};

/** What the organizer says about a transfer today, when that was checked, and where it is written. */
export function AdTransfer({ transfer }: { transfer: Transfer }) {
  const today = useToday();
  const source = sourceText(transfer, today);
  return (
    <p className="ad-transfer">
      <span className={cx('ad-transfer-text', CLASS_NAMES[transfer.state])}>
        {transferText(transfer, today)}
      </span>
      {transfer.rules_url ? (
        <ExternalLink href={transfer.rules_url} fallback={source} linkLabel="Arrangörens regler">
          {source ?? 'Arrangörens regler'}
        </ExternalLink>
      ) : (
        source
      )}
    </p>
  );
}
