import { InfoBox } from '../features/marketplace-settings/info-box';
import { usePageTitle } from '../platform/title';
import { trpc } from '../platform/trpc';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Hyphenated } from '../ui/hyphenated';

/** Startplatsmarknaden: how it works, and how many ads there are. */
export default function MarketplacePage() {
  usePageTitle('Startplatsmarknaden');
  const ads = trpc.public.announcements.list.useQuery();
  const settings = trpc.public.marketplaceSettings.get.useQuery();
  const isFailed = ads.isError || settings.isError;
  const retry = () => {
    for (const query of [ads, settings]) if (query.isError) query.refetch();
  };
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="type-title">
          <Hyphenated text="Startplatsmarknaden" />
        </h1>
        {ads.data && (
          <p className="page-lead" role="status">
            Visar {ads.data.length} av {ads.data.length} annonser
          </p>
        )}
      </div>
      {settings.data && <InfoBox settings={settings.data} />}
      {ads.isPending && <p role="status">Laddar marknadsplatsen...</p>}
      {!ads.isPending && isFailed && (
        <EmptyState
          story="start"
          title="Marknadsplatsen kunde inte visas"
          text="Kontrollera din anslutning."
          action={
            <Button kind="quiet" busy={ads.isFetching || settings.isFetching} onClick={retry}>
              Försök igen
            </Button>
          }
        />
      )}
      {ads.data?.length === 0 && (
        <EmptyState
          story="start"
          title="Inga annonser ännu"
          text="När någon säljer eller söker en startplats syns det här."
        />
      )}
    </div>
  );
}
