import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { PublicAnnouncement } from '../../src/features/announcements/contract';
import { ALL_ANNOUNCEMENTS, type AnnouncementFilter } from '../../src/features/announcements/rules';
import { formatCount } from '../../src/shared/text';
import { AdFilter } from '../features/announcements/ad-filter';
import { AdList, WaitingAds } from '../features/announcements/ad-list';
import { FailedAds, NoAds, NoneMatching } from '../features/announcements/ad-states';
import { MarketHead } from '../features/announcements/market-head';
import type { MarketView } from '../features/announcements/market-view';
import { OnTheWay } from '../features/announcements/on-the-way';
import { useComplete } from '../features/announcements/use-complete';
import { useMarket } from '../features/announcements/use-market';
import { InfoBox } from '../features/marketplace-settings/info-box';
import { useInfoBox } from '../features/marketplace-settings/use-info-box';
import { lazyComponent } from '../platform/navigation/lazy-component';
import { usePageTitle } from '../platform/navigation/title';
import { useGoal } from '../platform/session/goal';
import { useLoggedIn } from '../platform/session/login-state';
import { currentSession, useSession } from '../platform/session/member';
import { useLostFocus } from '../ui/use-lost-focus';

// Only members open these.
const ContactDialog = lazyComponent(async () => ({
  default: (await import('../features/conversations/contact-dialog')).ContactDialog,
}));
const ReportDialog = lazyComponent(async () => ({
  default: (await import('../features/reports/report-dialog')).ReportDialog,
}));

/** Startplatsmarknaden: how it works, and the ads (section 2). */
export default function MarketplacePage() {
  usePageTitle('Startplatsmarknaden');
  const market = useMarket();
  const { view, isFailed } = market;
  // How it works can be done without, the ads cannot; it is waited for, so that it pushes none of them down.
  const settings = useInfoBox();
  const member = useLoggedIn()?.user;
  const [goal, forgetGoal] = useGoal();
  // Where the way led to an ad, that one, if it is there and another's.
  const led = goal && 'ad' in goal ? market.find(goal.ad) : undefined;
  const wanted = led?.user_id === member?.id ? undefined : led;
  const [contacted, setContacted] = useState<PublicAnnouncement>();
  return (
    <div className="page">
      <MarketHead member={member} />
      {member && goal && ('to' in goal || wanted) && (
        <OnTheWay
          goal={goal}
          onFollow={() => {
            forgetGoal();
            setContacted(wanted);
          }}
        />
      )}
      {(!view && !isFailed) || settings.isWaiting ? (
        <WaitingAds />
      ) : (
        <>
          {settings.data && <InfoBox settings={settings.data} />}
          {view && (view.ads || !isFailed) && (
            <Market
              view={view}
              filter={market.filter}
              onFilter={market.change}
              viewerId={member?.id}
              contacted={contacted}
            />
          )}
          {isFailed && (
            <FailedAds
              isRest={!!view?.ads}
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
  onFilter: (part: Partial<AnnouncementFilter>) => void;
  viewerId: string | undefined;
  /** Its owner is to be contacted at once. */
  contacted: PublicAnnouncement | undefined;
};

const NO_ADS: readonly PublicAnnouncement[] = [];

/** The ads under their filters, and what is done with one of them. */
function Market({ view, filter, onFilter, viewerId, contacted }: MarketProps) {
  const { ads, shown, total: all } = view;
  const total = useRef<HTMLParagraphElement>(null);
  const toTotal = () => total.current?.focus({ preventScroll: true });
  const keepFocus = useLostFocus(total, ads ?? NO_ADS);
  const { acts, dialogs } = useAdDialogs(toTotal);
  const { onContact } = acts;
  useEffect(() => {
    if (contacted) onContact(contacted);
  }, [contacted, onContact]);

  return (
    <>
      <AdFilter view={view} filter={filter} onChange={onFilter}>
        <p className="ad-filter-total" role="status" ref={total} tabIndex={-1}>
          {ads ? `Visar ${formatCount(shown)} av ${formatCount(all)} annonser` : '\u00a0'}
        </p>
      </AdFilter>
      <div {...keepFocus}>
        {!ads ? (
          <WaitingAds />
        ) : shown > 0 ? (
          <AdList key={`${filter.event} ${filter.type}`} ads={ads} viewerId={viewerId} {...acts} />
        ) : all === 0 ? (
          <NoAds isLoggedIn={viewerId !== undefined} />
        ) : (
          <NoneMatching
            onClear={() => {
              onFilter(ALL_ANNOUNCEMENTS);
              toTotal();
            }}
          />
        )}
      </div>
      {dialogs}
    </>
  );
}

/** `by` whom it was begun: what they have typed is not for another to send, who logs in elsewhere meanwhile. */
type Doing = { what: 'contact' | 'report'; ad: PublicAnnouncement; by: string | undefined };

const begin = (what: Doing['what'], ad: PublicAnnouncement): Doing => ({
  what,
  ad,
  by: currentSession()?.user.id,
});

/** The dialogs of the ads, one at a time. `onLost` is called when what opened one is gone by the time it closes. */
function useAdDialogs(onLost: () => void) {
  const [begun, setDoing] = useState<Doing>();
  const session = useSession();
  const doing = session && session.user.id !== begun?.by ? undefined : begun;
  const completion = useComplete();
  const close = useCallback(() => setDoing(undefined), []);

  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !doing && document.activeElement === document.body) onLost();
    wasOpen.current = doing !== undefined;
  });

  const acts = {
    onContact: useCallback((ad: PublicAnnouncement) => setDoing(begin('contact', ad)), []),
    onReport: useCallback((ad: PublicAnnouncement) => setDoing(begin('report', ad)), []),
    onComplete: completion.start,
  };
  const isMember = !!session;
  useEffect(() => {
    if (isMember) void Promise.all([ContactDialog.preload(), ReportDialog.preload()]);
  }, [isMember]);

  const dialogs = (
    <>
      <Suspense>
        {doing?.what === 'contact' && (
          <ContactDialog ad={doing.ad} onClose={close} onReport={() => acts.onReport(doing.ad)} />
        )}
        {doing?.what === 'report' && (
          <ReportDialog
            onClose={close}
            reportedUserId={doing.ad.user_id}
            reportedName={doing.ad.user_name}
            announcementId={doing.ad.id}
          />
        )}
      </Suspense>
      {completion.dialog}
    </>
  );
  return { acts, dialogs };
}
