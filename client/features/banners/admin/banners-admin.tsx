import { Plus } from 'lucide-react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { useOpened } from '#client/platform/navigation/use-opened.ts';
import { textFormat, useUrlState } from '#client/platform/navigation/use-url-state.ts';
import { Button } from '#client/ui/button.tsx';
import { ListStates } from '#client/ui/list-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Toolbar } from '#client/ui/toolbar.tsx';
import { useDelayed } from '#client/ui/use-delayed.ts';
import { BannerDialog } from './banner-dialog.tsx';
import { BannerList } from './banner-list.tsx';
import { useBannerActions } from './use-banner-actions.ts';
import { useDeleteBanner } from './use-delete-banner.ts';

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
