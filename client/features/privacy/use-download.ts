import { useMutation } from '@tanstack/react-query';
import { errorMessage } from '../../platform/api/failures';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { toast } from '../../platform/feedback/toast';
import { saveData } from './save-data';

export function useDownload() {
  const { client } = trpc.useUtils();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.marketplace.privacy.myData.query(),
    onSuccess: saveData,
    onError: (error) => toast.error(errorMessage(error, FAILED.myData)),
  });
  return { download: () => mutate(), isPending };
}
