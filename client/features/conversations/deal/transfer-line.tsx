import type { Transfer } from '../../../../src/features/events/transfer/contract';
import { sourceText, transferText } from '../../../../src/features/events/transfer/rules';
import { useToday } from '../../../platform/page/clock';
import { ExternalLink } from '../../../ui/external-link';

/** What holds for transfers today, who says so, and the link to it. */
export function TransferLine({ transfer }: { transfer: Transfer }) {
  const today = useToday();
  const source = sourceText(transfer, today);
  return (
    <p className="deal-transfer">
      {transferText(transfer, today)}
      {(source || transfer.rules_url) && ' · '}
      {transfer.rules_url ? (
        <ExternalLink href={transfer.rules_url} fallback={source}>
          {source ?? 'Arrangörens regler'}
        </ExternalLink>
      ) : (
        source
      )}
    </p>
  );
}
