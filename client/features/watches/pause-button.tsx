import { CirclePause } from 'lucide-react';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { Button } from '#client/ui/button.tsx';
import { useAction } from '#client/ui/use-action.tsx';
import { PAUSE_DAYS } from '#src/features/watches/contract.ts';
import { dayInStockholm, formatLongDay } from '#src/shared/dates.ts';
import type { WatchCalls } from './watch-calls.ts';

type Props = { pausedUntil: string | null; calls: WatchCalls };

/** One button, which keeps focus, for the pause and its end. */
export function PauseButton({ pausedUntil, calls: { pause, show, refetch } }: Props) {
  const isPaused = pausedUntil !== null;
  const action = useAction({
    send: pause,
    successToast: ({ paused_until }) => (paused_until ? 'Mejlen är pausade' : 'Pausen är avslutad'),
    failureToast: isPaused ? FAILED.resumeWatches : FAILED.pauseWatches,
    onSuccess: ({ watches, paused_until }) => show((list) => ({ ...list, watches, paused_until })),
    refresh: (_, isDone) => isDone || refetch(),
  });
  return (
    <div className="watch-pause">
      <Button
        icon={!isPaused && <CirclePause size={18} aria-hidden="true" />}
        busy={action.isPending}
        onClick={() => action.start({ paused: !isPaused })}
      >
        {isPaused ? 'Avsluta pausen' : `Pausa i ${PAUSE_DAYS} dagar`}
      </Button>
      {pausedUntil && (
        <p>
          Pausat till {formatLongDay(dayInStockholm(new Date(pausedUntil)))}. Det som händer under tiden
          mejlas efteråt.
        </p>
      )}
    </div>
  );
}
