import { Plus } from 'lucide-react';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import { useOpened } from '../../../platform/navigation/use-opened';
import { textFormat, useUrlState } from '../../../platform/navigation/use-url-state';
import { Button } from '../../../ui/button';
import { ListStates } from '../../../ui/list-state';
import { Skeleton } from '../../../ui/skeleton';
import { Toolbar } from '../../../ui/toolbar';
import { useDelayed } from '../../../ui/use-delayed';
import { BannerDialog } from './banner-dialog';
import { BannerList } from './banner-list';
import { useBannerActions } from './use-banner-actions';
import { useDeleteBanner } from './use-delete-banner';

const URL_PARAMS = textFormat({ banner: '' });

const NEW_BANNER = 'new';

export default function BannersAdmin() {
  const banners = trpc.admin.banners.list.useQuery(undefined, { staleTime: 0 });
  useFailureToast(banners.error, FAILED.fetchBanners);
  const [{ banner: openedId }, setUrl] = useUrlState(URL_PARAMS);
  const close = () => setUrl({ banner: '' });
  const { move, toggle, statusText } = useBannerActions();
  const deletion = useDeleteBanner(({ id }) => id === openedId && close());
  const isSlow = useDelayed(banners.isPending);

  const all = banners.data;
  const { opened: openedBanner, current } = useOpened(all, openedId);
  // The current version, to detect edits by other admins. If it was deleted, the version that was opened.
  const editedBanner = current ?? openedBanner;
  return (
    <>
      <Toolbar title="Banners" count={all?.length}>
        <Button
          kind="primary"
          className="toolbar-main"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => setUrl({ banner: NEW_BANNER })}
        >
          Skapa banner
        </Button>
      </Toolbar>
      <p className="visually-hidden" role="status">
        {statusText}
      </p>
      <ListStates
        query={banners}
        placeholder={isSlow && <LoadingRows />}
        failureTitle="Banners kunde inte visas"
        emptyState={{ title: 'Inga banners ännu', text: 'Det du skapar här visas överst på startsidan.' }}
        total={all?.length ?? 0}
      >
        <BannerList
          banners={all ?? []}
          onMove={move}
          onToggle={toggle}
          onEdit={({ id }) => setUrl({ banner: id })}
          onDelete={deletion.start}
        />
      </ListStates>
      {all && (editedBanner || openedId === NEW_BANNER) && (
        <BannerDialog
          key={openedId}
          banner={editedBanner}
          bannerCount={all.length}
          onDelete={deletion.start}
          onClose={close}
        />
      )}
      {deletion.dialog}
    </>
  );
}

function LoadingRows() {
  return (
    <div className="data-table-frame" role="status">
      <span className="visually-hidden">Laddar banners...</span>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} width="100%" height={69} />
      ))}
    </div>
  );
}
