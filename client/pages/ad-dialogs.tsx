import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useComplete } from '#client/features/announcements/use-complete.tsx';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { currentSession, useSession } from '#client/platform/session/member.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';

// Lazy-loaded: few visitors open these dialogs.
const ContactDialog = lazyComponent(async () => ({
  default: (await import('#client/features/conversations/contact-dialog.tsx')).ContactDialog,
}));
const NoticeDialog = lazyComponent(async () => ({
  default: (await import('#client/features/notices/notice-dialog.tsx')).NoticeDialog,
}));
const ReportDialog = lazyComponent(async () => ({
  default: (await import('#client/features/reports/report-dialog.tsx')).ReportDialog,
}));

type OpenDialog = {
  kind: 'contact' | 'report';
  ad: PublicAnnouncement;
  /**
   * The member who opened the dialog. If another member logs in in a different tab, the draft must not be sent under
   * their name.
   */
  memberId: string | undefined;
};

const dialogFor = (kind: OpenDialog['kind'], ad: PublicAnnouncement): OpenDialog => ({
  kind,
  ad,
  memberId: currentSession()?.user.id,
});

/**
 * The dialogs that the buttons of an ad open. Calls `onFocusLost` if the button that opened a dialog is gone when it
 * closes.
 */
export function useAdDialogs(onFocusLost: () => void) {
  const [opened, setOpened] = useState<OpenDialog>();
  const session = useSession();
  const open = session && session.user.id !== opened?.memberId ? undefined : opened;
  const completion = useComplete();
  const close = useCallback(() => setOpened(undefined), []);

  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open && document.activeElement === document.body) onFocusLost();
    wasOpen.current = open !== undefined;
  });

  const adActions = {
    onContact: useCallback((ad: PublicAnnouncement) => setOpened(dialogFor('contact', ad)), []),
    onReport: useCallback((ad: PublicAnnouncement) => setOpened(dialogFor('report', ad)), []),
    onComplete: completion.start,
  };
  const isMember = !!session;
  useEffect(() => {
    if (isMember) void Promise.all([ContactDialog.preload(), ReportDialog.preload()]);
  }, [isMember]);

  const dialogs = (
    <>
      <Suspense>
        {open?.kind === 'contact' && (
          <ContactDialog ad={open.ad} onClose={close} onReport={() => adActions.onReport(open.ad)} />
        )}
        {open?.kind === 'report' && !session && <NoticeDialog ad={open.ad} onClose={close} />}
        {open?.kind === 'report' && session && (
          <ReportDialog
            onClose={close}
            reportedUserId={open.ad.user_id}
            reportedName={open.ad.user_name}
            announcementId={open.ad.id}
          />
        )}
      </Suspense>
      {completion.dialog}
    </>
  );
  return { adActions, dialogs };
}
