import { useEffect, useRef, useState } from 'react';
import { AdFilter } from '#client/features/announcements/ad-filter.tsx';
import { AdList, LoadingAds } from '#client/features/announcements/ad-list.tsx';
import { AdsError, NoAds, NoMatchingAds } from '#client/features/announcements/ad-states.tsx';
import { FilterBadges } from '#client/features/announcements/filter-badges.tsx';
import { writeFilter } from '#client/features/announcements/filter-url.ts';
import { MarketHead } from '#client/features/announcements/market-head.tsx';
import type { MarketView } from '#client/features/announcements/market-view.ts';
import { PublishedNotice } from '#client/features/announcements/published-notice.tsx';
import { ReturnNotice } from '#client/features/announcements/return-notice.tsx';
import { type ChangeFilter, useMarket } from '#client/features/announcements/use-market.ts';
import { WatchAds } from '#client/features/announcements/watch-ads.tsx';
import { useThreadPaths } from '#client/features/conversations/use-thread-paths.ts';
import { UnderstoodParts } from '#client/features/events/filter/understood-parts.tsx';
import { InfoBox } from '#client/features/marketplace-settings/info-box.tsx';
import { useInfoBox } from '#client/features/marketplace-settings/use-info-box.ts';
import { usePageTitle } from '#client/platform/navigation/title.ts';
import { useLoggedIn } from '#client/platform/session/login-state.ts';
import { useInterruptedAd } from '#client/platform/session/return-to.ts';
import { Button } from '#client/ui/button.tsx';
import { SimilarNotice } from '#client/ui/similar-notice.tsx';
import { useLostFocus } from '#client/ui/use-lost-focus.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { ALL_ANNOUNCEMENTS, type AnnouncementFilter } from '#src/features/announcements/filter/rules.ts';
import type { WayOut } from '#src/features/announcements/filter/ways-out.ts';
import type { Understood } from '#src/features/events/search/understand.ts';
import { formatCount } from '#src/shared/text.ts';
import { useAdDialogs } from './ad-dialogs.tsx';

export default function MarketplacePage() {
  usePageTitle('Startplatsmarknaden');
  const market = useMarket();
  const { view, isFailed } = market;
  // The page works without the info box, but waits for it, so that it does not push the ads down.
  const settings = useInfoBox();
  const member = useLoggedIn()?.user;
  const [interrupted, forgetInterrupted] = useInterruptedAd();
  const interruptedAd = interrupted && market.find(interrupted.ad);
  const isOwn = interruptedAd?.user_id === member?.id;
  const isReserved = !isOwn && interruptedAd?.reserved === true;
  const [contacted, setContacted] = useState<PublicAnnouncement>();
  useEffect(() => {
    if (!member || !interruptedAd || isReserved) return;
    if (!isOwn) setContacted(interruptedAd);
    forgetInterrupted();
  }, [member, interruptedAd, isOwn, isReserved, forgetInterrupted]);
  return (
    <div className="page">
      <MarketHead member={member} />
      <PublishedNotice />
      {member && interrupted && market.isComplete && (!interruptedAd || isReserved) && (
        <ReturnNotice what={interrupted.what} ad={interruptedAd} />
      )}
      {(!view && !isFailed) || settings.isWaiting ? (
        <LoadingAds />
      ) : (
        <>
          {settings.data && <InfoBox settings={settings.data} />}
          {view && (view.ads || !isFailed) && (
            <Market
              view={view}
              filter={market.filter}
              appliedFilter={market.appliedFilter}
              understood={market.understood}
              ways={market.ways}
              onFilter={market.change}
              viewerId={member?.id}
              contacted={contacted}
            />
          )}
          {isFailed && (
            <AdsError
              hasFirstAds={!!view?.ads}
              busy={market.isFetching}
              onRetry={() => {
                market.retry();
                settings.retry();
              }}
            />
          )}
        </>
      )}
    </div>
  );
}

type MarketProps = {
  view: MarketView;
  filter: AnnouncementFilter;
  appliedFilter: AnnouncementFilter;
  understood: Understood;
  ways: readonly WayOut[];
  onFilter: ChangeFilter;
  viewerId: string | undefined;
  /** Opens the contact dialog for this ad. */
  contacted: PublicAnnouncement | undefined;
};

const NO_ADS: readonly PublicAnnouncement[] = [];

function Market({
  view,
  filter,
  appliedFilter,
  understood,
  ways,
  onFilter,
  viewerId,
  contacted,
}: MarketProps) {
  const { ads, shown, total: all } = view;
  const totalRef = useRef<HTMLParagraphElement>(null);
  const focusTotal = () => totalRef.current?.focus({ preventScroll: true });
  const focusProps = useLostFocus(totalRef, ads ?? NO_ADS);
  const { adActions, dialogs } = useAdDialogs(focusTotal);
  const threadPaths = useThreadPaths(viewerId);
  const { onContact } = adActions;
  useEffect(() => {
    if (contacted) onContact(contacted);
  }, [contacted, onContact]);

  const clear = () => onFilter({ ...ALL_ANNOUNCEMENTS, sort: filter.sort });
  const clearAndFocus = () => {
    clear();
    focusTotal();
  };
  const isFiltered = writeFilter({ ...filter, sort: ALL_ANNOUNCEMENTS.sort }) !== '';

  return (
    <>
      <AdFilter view={view} filter={filter} onChange={onFilter} onClear={clear}>
        {isFiltered && shown > 0 && (
          <Button kind="link" className="ad-filter-clear" onClick={clearAndFocus}>
            Rensa filter
          </Button>
        )}
        <p className="ad-filter-total" role="status" ref={totalRef} tabIndex={-1}>
          {ads ? `Visar ${formatCount(shown)} av ${formatCount(all)} annonser` : '\u00a0'}
        </p>
        {shown > 0 && <WatchAds view={view} filter={appliedFilter} />}
      </AdFilter>
      <FilterBadges view={view} filter={filter} onChange={onFilter} onEmptied={focusTotal} />
      <UnderstoodParts
        understood={understood}
        hrefOf={(q) => `?${writeFilter({ ...appliedFilter, q })}`}
        onSearch={(q) => onFilter({ q })}
      />
      {view.isSimilar && shown > 0 && <SimilarNotice q={appliedFilter.q} />}
      <div {...focusProps}>
        {!ads ? (
          <LoadingAds />
        ) : shown > 0 ? (
          <>
            <AdList
              key={writeFilter(appliedFilter)}
              ads={ads}
              viewerId={viewerId}
              threadPaths={threadPaths}
              {...adActions}
            />
            {ads.length < shown && (
              <noscript>Utan JavaScript visas bara de första {ads.length} annonserna.</noscript>
            )}
          </>
        ) : all === 0 && !appliedFilter.event ? (
          <NoAds isLoggedIn={viewerId !== undefined} />
        ) : (
          <NoMatchingAds
            ways={ways}
            onClear={clearAndFocus}
            watch={<WatchAds view={view} filter={appliedFilter} text="Säg till när det kommer en" />}
          />
        )}
      </div>
      {dialogs}
    </>
  );
}
