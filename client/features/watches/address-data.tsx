import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { saveText } from '#client/platform/api/save-blob.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toastReason } from '#client/platform/feedback/toast-failure.ts';
import { Button } from '#client/ui/button.tsx';
import { FoldSummary } from '#client/ui/fold-summary.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { dayInStockholm } from '#src/shared/dates.ts';

type Props = { token: string; email: string; onErased: () => void };

/** The download and the erasure for people without an account. */
export function AddressData({ token, email, onErased }: Props) {
  const { client } = trpc.useUtils();
  const download = useMutation({
    mutationFn: () => client.public.watches.data.query({ token }),
    onSuccess: (data) =>
      saveText(
        JSON.stringify(data, null, 2),
        `bevakningar-${dayInStockholm(new Date())}.json`,
        'application/json',
      ),
    onError: (error) => toastReason(error, FAILED.watchData),
  });
  const erasure = useAction({
    confirm: () => ({
      title: 'Radera allt om adressen?',
      about: email,
      question:
        'Alla bevakningar avslutas, och det som vi har sparat om dem och om mejlen raderas. Ett konto på Startplatsmarknaden finns kvar.',
      confirmLabel: 'Radera allt',
      danger: true,
    }),
    send: () => client.public.watches.erase.mutate({ token }),
    successToast: 'Allt om adressen är raderat',
    failureToast: FAILED.eraseWatchData,
    onSuccess: onErased,
  });
  return (
    <details className="watch-data">
      <FoldSummary>Uppgifter om adressen</FoldSummary>
      <p>Dina bevakningar, och vad vi har mejlat eller kommer att mejla om dem.</p>
      <div className="watch-data-buttons">
        <Button
          icon={<Download size={18} aria-hidden="true" />}
          busy={download.isPending}
          onClick={() => download.mutate()}
        >
          Ladda ner uppgifterna
        </Button>
        <Button
          kind="quiet"
          className="watch-erase"
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => erasure.start(true)}
        >
          Radera allt om adressen
        </Button>
      </div>
      {erasure.dialog}
    </details>
  );
}
