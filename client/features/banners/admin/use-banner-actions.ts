import { useRef, useState } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { useRefreshCounts } from '#client/platform/api/use-refresh-counts.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toastFailure } from '#client/platform/feedback/toast-failure.ts';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import { bannerName, moveTo } from '#src/features/banners/rules.ts';

type Update = { id: string; order_index: number } | { id: string; is_active: boolean };

export function useRefreshBanners(): () => void {
  const utils = trpc.useUtils();
  const refreshCounts = useRefreshCounts();
  return () => {
    void utils.admin.banners.list.invalidate();
    void utils.public.banners.list.invalidate();
    refreshCounts();
  };
}

/** Calls are sent one after the other, so that quick presses add up. After the last one, the list is refetched. */
export function useBannerActions() {
  const utils = trpc.useUtils();
  const refresh = useRefreshBanners();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const pendingCount = useRef(0);
  const [statusText, setStatusText] = useState('');

  function enqueue(
    input: Update,
    applyTo: (banners: AdminBanner[]) => AdminBanner[],
    failureMessage: string,
  ): void {
    // A fetch in flight would overwrite the optimistic update.
    void utils.admin.banners.list.cancel();
    utils.admin.banners.list.setData(undefined, (banners) => banners && applyTo(banners));
    pendingCount.current++;
    queue.current = queue.current
      .then(() => utils.client.admin.banners.update.mutate(input))
      .catch((error) => toastFailure(error, failureMessage))
      .finally(() => {
        pendingCount.current--;
        if (pendingCount.current === 0) refresh();
      });
  }

  const move = (moved: AdminBanner, by: -1 | 1) => {
    const { id } = moved;
    const banners = utils.admin.banners.list.getData() ?? [];
    const order_index = banners.findIndex((banner) => banner.id === id) + by;
    if (order_index < 0 || order_index >= banners.length) return;
    enqueue({ id, order_index }, (all) => moveBanner(all, id, order_index), FAILED.moveBanner);
    setStatusText(`${bannerName(moved)} är nu nummer ${order_index + 1} av ${banners.length}.`);
  };

  const toggle = ({ id }: AdminBanner, is_active: boolean) => {
    const applyTo = (all: AdminBanner[]) =>
      all.map((banner) => (banner.id === id ? { ...banner, is_active } : banner));
    enqueue({ id, is_active }, applyTo, FAILED.toggleBanner);
  };

  return {
    move,
    toggle,
    statusText,
  };
}

function moveBanner(banners: AdminBanner[], id: string, newIndex: number): AdminBanner[] {
  const order = moveTo(
    banners.map((banner) => banner.id),
    id,
    newIndex,
  );
  return order.flatMap((bannerId, order_index) => {
    const banner = banners.find((candidate) => candidate.id === bannerId);
    return banner ? [{ ...banner, order_index }] : [];
  });
}
