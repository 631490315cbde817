import { useRef, useState } from 'react';
import type { AdminBanner } from '../../../../src/features/banners/contract';
import { placed } from '../../../../src/features/banners/rules';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { tellFailure } from '../../../platform/feedback/tell-failure';

type Verb = { id: string; order_index: number } | { id: string; is_active: boolean };

/** Fetches anew what shows banners: the list of the admin, the carousel, and the counter of the tab. */
export function useRefreshBanners(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.admin.banners.list.invalidate();
    void utils.public.banners.list.invalidate();
    void utils.admin.admins.overview.invalidate();
  };
}

/**
 * Moves and toggles: the list shows them at once, and they are sent one after the other in the order of the presses, so
 * that two quick ones come to what they look like. When the last is answered the server's own list is fetched.
 */
export function useBannerActs() {
  const utils = trpc.useUtils();
  const refresh = useRefreshBanners();
  const sent = useRef<Promise<unknown>>(Promise.resolve());
  const underWay = useRef(0);
  const [news, setNews] = useState('');

  function act(verb: Verb, show: (banners: AdminBanner[]) => AdminBanner[], failed: string): void {
    // A list that is on its way does not know of it.
    void utils.admin.banners.list.cancel();
    utils.admin.banners.list.setData(undefined, (banners) => banners && show(banners));
    underWay.current++;
    sent.current = sent.current
      .then(() => utils.client.admin.banners.update.mutate(verb))
      .catch((error) => tellFailure(error, failed))
      .finally(() => {
        underWay.current--;
        if (underWay.current === 0) refresh();
      });
  }

  /** Up or down by one (section 4). */
  const move = ({ id, title }: AdminBanner, by: -1 | 1) => {
    const banners = utils.admin.banners.list.getData() ?? [];
    const order_index = banners.findIndex((banner) => banner.id === id) + by;
    if (order_index < 0 || order_index >= banners.length) return;
    act({ id, order_index }, (all) => moved(all, id, order_index), FAILED.moveBanner);
    setNews(`${title} är nu nummer ${order_index + 1} av ${banners.length}.`);
  };

  const toggle = ({ id }: AdminBanner, is_active: boolean) => {
    const show = (all: AdminBanner[]) =>
      all.map((banner) => (banner.id === id ? { ...banner, is_active } : banner));
    act({ id, is_active }, show, FAILED.toggleBanner);
  };

  return {
    move,
    toggle,
    /** What a reader is told of a move. */
    news,
  };
}

function moved(banners: AdminBanner[], id: string, to: number): AdminBanner[] {
  const order = placed(
    banners.map((banner) => banner.id),
    id,
    to,
  );
  return order.flatMap((one, order_index) => {
    const banner = banners.find((known) => known.id === one);
    return banner ? [{ ...banner, order_index }] : [];
  });
}
