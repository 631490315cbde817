import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../platform/api/trpc';
import { FAILED } from '../../platform/feedback/failure-messages';
import { toastReason } from '../../platform/feedback/toast-failure';
import { saveData } from './save-data';

export function useDownload() {
  const { client } = trpc.useUtils();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.marketplace.privacy.myData.query(),
    onSuccess: saveData,
    onError: (error) => toastReason(error, FAILED.myData),
  });
  return { download: () => mutate(), isPending };
}
