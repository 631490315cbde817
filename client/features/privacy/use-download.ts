import { useMutation } from '@tanstack/react-query';
import { dayInStockholm } from '../../../src/shared/dates';
import { fold } from '../../../src/shared/text';
import { toldBy } from '../../platform/failures';
import { saveText } from '../../platform/save-blob';
import { FAILED } from '../../platform/sentences';
import { toast } from '../../platform/toast';
import { trpc } from '../../platform/trpc';

/** `loppkalendern-mina-uppgifter-2027-01-15.json`, in letters that every file system takes. */
function nameOf({ site_name, created_at }: { site_name: string; created_at: string }): string {
  const site = fold(site_name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${site || 'kalender'}-mina-uppgifter-${dayInStockholm(new Date(created_at))}.json`;
}

/** Fetches all that is held about whoever is logged in, and hands it to the browser as a file. */
export function useDownload() {
  const { client } = trpc.useUtils();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.marketplace.privacy.myData.query(),
    onSuccess: (data) => saveText(JSON.stringify(data, null, 2), nameOf(data), 'application/json'),
    onError: (error) => toast.error(toldBy(error, FAILED.myData)),
  });
  return { download: () => mutate(), isPending };
}
