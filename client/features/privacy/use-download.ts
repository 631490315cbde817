import { useMutation } from '@tanstack/react-query';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toastReason } from '#client/platform/feedback/toast-failure.ts';
import { saveData } from './save-data.ts';

export function useDownload() {
  const { client } = trpc.useUtils();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.marketplace.privacy.myData.query(),
    onSuccess: saveData,
    onError: (error) => toastReason(error, FAILED.myData),
  });
  return { download: () => mutate(), isPending };
}
