import { Bell } from 'lucide-react';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { useToday } from '#client/platform/page/clock.ts';
import type { ButtonProps } from '#client/ui/button.tsx';
import { DialogButton } from '#client/ui/dialog-button.tsx';
import { feedQueryOf } from '#src/features/events/filter/feed.ts';
import { withQuery } from '#src/shared/feeds.ts';
import { kindsOf } from '../watch/watched.ts';
import type { Followed } from './followed.ts';

const FollowDialog = lazyComponent(async () => ({
  default: (await import('./follow-dialog.tsx')).FollowDialog,
}));

type Props = Pick<ButtonProps, 'kind'> & { followed: Followed };

/**
 * Opens the ways to follow a selection or a race. Without scripts that of a selection is a link to its calendar feed.
 * Nothing for a race that is over and has no series.
 */
export function FollowButton({ followed, kind }: Props) {
  const today = useToday();
  if ('event' in followed && kindsOf(followed.event, today).length === 0) return null;
  return (
    <>
      <DialogButton
        kind={kind}
        className="watch-open"
        icon={<Bell size={kind === 'link' ? 17 : 18} aria-hidden="true" />}
        dialog={FollowDialog}
        dialogProps={{ followed }}
      >
        Följ
      </DialogButton>
      {'filter' in followed && (
        <noscript>
          <a className="button button-link" href={withQuery('/lopp.ics', feedQueryOf(followed.filter))}>
            Följ
          </a>
        </noscript>
      )}
    </>
  );
}
