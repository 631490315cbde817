import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { Skeleton } from '../../../ui/skeleton';
import { Toolbar } from '../../../ui/toolbar';
import { useDelayed } from '../../../ui/use-delayed';
import { SettingsForm } from './settings-form';

export default function SettingsAdmin() {
  const admin = trpc.admin.admins.verify.useQuery();
  const settings = trpc.public.marketplaceSettings.get.useQuery(undefined, {
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  useFailureToast(settings.error, FAILED.fetchSettings);
  const isSlow = useDelayed(settings.isPending);

  // The cached data of a public page may be stale, so wait for a fresh fetch.
  if (settings.data && settings.isFetchedAfterMount && admin.data) {
    return (
      <SettingsForm
        stored={settings.data}
        adminId={admin.data.id}
        renderHead={(buttons) => <Toolbar title="Inställningar">{buttons}</Toolbar>}
      />
    );
  }
  return (
    <>
      <Toolbar title="Inställningar" />
      {settings.isError && (
        <EmptyState
          story="lost"
          title="Inställningarna kunde inte visas"
          text="Servern svarar inte just nu."
          action={
            <Button busy={settings.isFetching} onClick={() => settings.refetch()}>
              Försök igen
            </Button>
          }
        />
      )}
      {isSlow && (
        <>
          <p className="visually-hidden" role="status">
            Laddar inställningarna...
          </p>
          <Skeleton width="100%" height={420} />
        </>
      )}
    </>
  );
}
