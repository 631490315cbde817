import { Bell, CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useToday } from '#client/platform/page/clock.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ExternalLink } from '#client/ui/external-link.tsx';
import { FoldSummary } from '#client/ui/fold-summary.tsx';
import { WatchDialog } from '../watch/watch-dialog.tsx';
import { calendarLinks } from './calendar-links.ts';
import { CopyField } from './copy-field.tsx';
import { EmbedCode } from './embed-code.tsx';
import type { Followed } from './followed.ts';
import { followingOf } from './following.ts';

type Props = { followed: Followed; onClose: () => void };

/** The ways to follow something: by mail, in a calendar, and on another site. */
export function FollowDialog({ followed, onClose }: Props) {
  const following = followingOf(followed, useToday(), window.location.origin);
  const { name, watched, feed, programs } = following;
  const [isMailChosen, setMailChosen] = useState(false);
  if (isMailChosen && watched) return <WatchDialog watched={watched} onClose={onClose} />;
  const links = feed && calendarLinks(feed, following.calendarName);
  return (
    <Dialog open onClose={onClose} title="Följ">
      <div className="follow">
        <p>
          <strong>{name}</strong>
        </p>
        {following.leavesOutPosition && (
          <p className="follow-note">
            Din position följer inte med. Välj en ort under ”Nära …” om du bara vill ha lopp nära den.
          </p>
        )}
        {watched && (
          <div className="follow-actions">
            <Button
              kind="primary"
              icon={<Bell size={18} aria-hidden="true" />}
              onClick={() => setMailChosen(true)}
            >
              Mejla mig
            </Button>
          </div>
        )}
        {links && (
          <section aria-labelledby="follow-calendar">
            <h3 className="type-card" id="follow-calendar">
              I min kalender
            </h3>
            <p className="follow-note">{following.calendarText}</p>
            <div className="follow-actions">
              <a className="button button-secondary" href={links.webcal}>
                <CalendarPlus size={18} aria-hidden="true" />
                Öppna i kalenderappen
              </a>
              <ExternalLink className="button button-secondary" href={links.google}>
                Google Kalender
              </ExternalLink>
              <ExternalLink className="button button-secondary" href={links.outlook}>
                Outlook
              </ExternalLink>
            </div>
            <CopyField label="Adress till kalendern" text={feed} />
          </section>
        )}
        {following.embedded && (
          <details>
            <FoldSummary className="type-card">På min webbplats</FoldSummary>
            <EmbedCode embedded={following.embedded} />
          </details>
        )}
        <details>
          <FoldSummary className="type-card">För program</FoldSummary>
          <div className="follow-code">
            {programs.map(({ label, url }) => (
              <CopyField key={label} label={label} text={url} />
            ))}
            <a href="/api/docs" target="_blank" rel="noopener">
              Hela API:et
            </a>
          </div>
        </details>
      </div>
    </Dialog>
  );
}
