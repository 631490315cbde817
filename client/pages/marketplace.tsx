import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PublicAnnouncement } from '../../src/features/announcements/contract';
import { ALL_ANNOUNCEMENTS, filterAnnouncements } from '../../src/features/announcements/rules';
import { formatCount } from '../../src/shared/text';
import { AdFilter } from '../features/announcements/ad-filter';
import { AdList, WaitingAds } from '../features/announcements/ad-list';
import { FailedAds, NoAds, NoneMatching } from '../features/announcements/ad-states';
import { MarketHead } from '../features/announcements/market-head';
import { OnTheWay } from '../features/announcements/on-the-way';
import { useAdFilter } from '../features/announcements/use-ad-filter';
import { useComplete } from '../features/announcements/use-complete';
import { ContactDialog } from '../features/conversations/contact-dialog';
import { InfoBox } from '../features/marketplace-settings/info-box';
import { ReportDialog } from '../features/reports/report-dialog';
import { useGoal } from '../platform/goal';
import { useLoggedIn } from '../platform/login-state';
import { currentSession, useSession } from '../platform/session';
import { usePageTitle } from '../platform/title';
import { trpc } from '../platform/trpc';
import { useLostFocus } from '../ui/use-lost-focus';

/** Startplatsmarknaden: how it works, and the ads (section 2). */
export default function MarketplacePage() {
  usePageTitle('Startplatsmarknaden');
  const ads = trpc.public.announcements.list.useQuery();
  // How it works can be done without, the ads cannot; it is waited for, so that it pushes none of them down.
  const settings = trpc.public.marketplaceSettings.get.useQuery();
  const member = useLoggedIn()?.user;
  const [goal, forgetGoal] = useGoal();
  // Where the way led to an ad, that one, if it is there and another's.
  const wanted = ads.data?.find(
    ({ id, user_id }) => goal && 'ad' in goal && id === goal.ad && user_id !== member?.id,
  );
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
      {ads.isPending || (settings.isPending && settings.failureCount === 0) ? (
        <WaitingAds />
      ) : (
        <>
          {settings.data && <InfoBox settings={settings.data} />}
          {ads.data ? (
            <Market ads={ads.data} viewerId={member?.id} contacted={contacted} />
          ) : (
            <FailedAds
              busy={ads.isFetching}
              onRetry={() => {
                for (const query of [ads, settings]) if (query.isError) query.refetch();
              }}
            />
          )}
        </>
      )}
    </div>
  );
}

type MarketProps = {
  ads: readonly PublicAnnouncement[];
  viewerId: string | undefined;
  /** Its owner is to be contacted at once. */
  contacted: PublicAnnouncement | undefined;
};

/** The ads under their filters, and what is done with one of them. */
function Market({ ads, viewerId, contacted }: MarketProps) {
  const [filter, change] = useAdFilter();
  const shown = useMemo(() => filterAnnouncements(ads, filter), [ads, filter]);
  const total = useRef<HTMLParagraphElement>(null);
  const toTotal = () => total.current?.focus({ preventScroll: true });
  const keepFocus = useLostFocus(total, shown);
  const { acts, dialogs } = useAdDialogs(toTotal);
  const { onContact } = acts;
  useEffect(() => {
    if (contacted) onContact(contacted);
  }, [contacted, onContact]);

  return (
    <>
      <AdFilter ads={ads} filter={filter} onChange={change}>
        <p className="ad-filter-total" role="status" ref={total} tabIndex={-1}>
          {`Visar ${formatCount(shown.length)} av ${formatCount(ads.length)} annonser`}
        </p>
      </AdFilter>
      <div {...keepFocus}>
        {shown.length > 0 ? (
          <AdList key={`${filter.event} ${filter.type}`} ads={shown} viewerId={viewerId} {...acts} />
        ) : ads.length === 0 ? (
          <NoAds isLoggedIn={viewerId !== undefined} />
        ) : (
          <NoneMatching
            onClear={() => {
              change(ALL_ANNOUNCEMENTS);
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
    onComplete: completion.ask,
  };
  const dialogs = (
    <>
      {doing?.what === 'contact' && (
        <ContactDialog ad={doing.ad} onClose={close} onReport={() => acts.onReport(doing.ad)} />
      )}
      <ReportDialog
        open={doing?.what === 'report'}
        onClose={close}
        reportedUserId={doing?.ad.user_id ?? ''}
        reportedName={doing?.ad.user_name ?? ''}
        announcementId={doing?.ad.id ?? null}
      />
      {completion.dialog}
    </>
  );
  return { acts, dialogs };
}
