import { detailOf } from '#client/platform/api/error-texts.ts';
import { Alert } from '#client/ui/alert.tsx';
import type { TransferRules } from '#src/features/events/transfer/rules.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { TransferSource } from '../ad-transfer.tsx';

type Props = {
  code: ErrorCode;
  rules: TransferRules;
  /** What takes no ads. */
  what: 'loppet' | 'distansen';
};

/** Why there is no form for an ad of the chosen race or distance. */
export function Refusal({ code, rules, what }: Props) {
  const isAboutTransfers = code.startsWith('announcement.transfer_');
  return (
    <Alert>
      <p>
        {detailOf(code)} Därför går det inte att lägga upp en annons för {what}.
      </p>
      {isAboutTransfers && (
        <p className="create-refusal-source">
          <TransferSource rules_url={rules.transfer_rules_url} checked_on={rules.transfer_checked_on} />
        </p>
      )}
    </Alert>
  );
}
