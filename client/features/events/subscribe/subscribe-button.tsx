import { Rss } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { Button } from '#client/ui/button.tsx';
import { feedQueryOf } from '#src/features/events/filter/feed.ts';
import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { withQuery } from '#src/shared/feeds.ts';

const SubscribeDialog = lazyComponent(async () => ({
  default: (await import('./subscribe-dialog.tsx')).SubscribeDialog,
}));

type Props = { filter: EventFilter; today: string };

/** Opens the feeds of the chosen races. */
export function SubscribeButton({ filter, today }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        kind="link"
        className="subscribe-open"
        icon={<Rss size={17} aria-hidden="true" />}
        onPointerEnter={() => void SubscribeDialog.preload()}
        onClick={() => setOpen(true)}
      >
        Prenumerera
      </Button>
      <noscript>
        <a className="button button-link" href={withQuery('/lopp.ics', feedQueryOf(filter))}>
          Prenumerera
        </a>
      </noscript>
      {isOpen && (
        <Suspense fallback={null}>
          <SubscribeDialog filter={filter} today={today} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
