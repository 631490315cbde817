import { Pencil } from 'lucide-react';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import { textFormat, useUrlState } from '../../../platform/navigation/use-url-state';
import { Button } from '../../../ui/button';
import { FailedList } from '../../../ui/list-state';
import { Skeleton } from '../../../ui/skeleton';
import { useDelayed } from '../../../ui/use-delayed';
import { ContactDetails } from '../contact-details';
import { InfoDialog } from './info-dialog';

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
