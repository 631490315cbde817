import { Pencil } from 'lucide-react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { textFormat, useUrlState } from '#client/platform/navigation/use-url-state.ts';
import { Button } from '#client/ui/button.tsx';
import { FailedList } from '#client/ui/list-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import { ContactDetails } from '../contact-details.tsx';
import { InfoDialog } from './info-dialog.tsx';

const URL_PARAMS = textFormat({ edit: '' });

export function InfoCard() {
  const info = trpc.public.contact.info.useQuery(undefined, { staleTime: 0 });
  useFailureToast(info.error, FAILED.fetchContactInfo);
  const [{ edit }, setUrl] = useUrlState(URL_PARAMS);
  const isSlow = useDelayed(info.isPending);
  const isEmpty = info.data && !Object.values(info.data).some(Boolean);
  return (
    <section className="contact-info" aria-labelledby="kontaktinformation">
      <div className="contact-admin-head">
        <h2 className="type-card" id="kontaktinformation">
          Kontaktinformation
        </h2>
        {info.data && (
          <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => setUrl({ edit: 'info' })}>
            Redigera
          </Button>
        )}
      </div>
      {isSlow && <Skeleton width="100%" height={280} />}
      {info.isLoadingError && (
        <FailedList
          title="Uppgifterna kunde inte visas"
          busy={info.isFetching}
          onRetry={() => info.refetch()}
        />
      )}
      {isEmpty && (
        <p className="contact-info-none">Inget är ifyllt ännu. Kontaktsidan visar bara formuläret.</p>
      )}
      {info.data && <ContactDetails info={info.data} />}
      {info.data && edit === 'info' && <InfoDialog info={info.data} onClose={() => setUrl({ edit: '' })} />}
    </section>
  );
}
