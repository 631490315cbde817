import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Toolbar } from '#client/ui/toolbar.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import { SettingsForm } from './settings-form.tsx';

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
