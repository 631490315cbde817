import { type ComponentType, useEffect, useState } from 'react';
import { dropWaitingToasts, useWaitingToasts } from '../platform/toast';
import { useDelayed } from '../ui/use-delayed';

/** After the first paint; browsers without idle time wait as long. */
const AFTER_PAINT = 1000;
/** A toast waits so long for a toaster that is on its way, and is then shown plainly for so long. */
const PATIENCE = 1500;
const SHOWN_FOR = 8000;

const loadToaster = () => import('../ui/toaster').then((module) => module.default);

/**
 * The toaster, fetched in idle time so that it is there before it is needed: its first toast may say that the server
 * is away. When it does not come the page stands, and what it would have said is said without it.
 */
export function LateToaster({ load = loadToaster }: { load?: () => Promise<ComponentType> }) {
  const [Toaster, setToaster] = useState<ComponentType>();
  const [isLost, setLost] = useState(false);
  const waiting = useWaitingToasts();
  const newest = waiting.at(-1)?.id;

  // Each new toast is a reason to try again.
  useEffect(() => {
    if (Toaster) return;
    let isCurrent = true;
    const fetchIt = () =>
      load().then(
        (found) => isCurrent && setToaster(() => found),
        () => isCurrent && setLost(true),
      );
    const stop = newest === undefined ? whenIdle(fetchIt) : void fetchIt();
    return () => {
      isCurrent = false;
      stop?.();
    };
  }, [Toaster, newest, load]);

  const isLate = useDelayed(waiting.length > 0, PATIENCE);
  const isPlain = waiting.length > 0 && (isLost || isLate);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new one is shown as long as the first
  useEffect(() => {
    if (!isPlain) return;
    const timer = setTimeout(dropWaitingToasts, SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [isPlain, newest]);

  return (
    <>
      {Toaster && <Toaster />}
      {isPlain && (
        <div className="plain-toasts">
          {waiting.map(({ id, kind, text }) => (
            <p key={id} className="plain-toast" role={kind === 'error' ? 'alert' : 'status'}>
              {text}
            </p>
          ))}
        </div>
      )}
    </>
  );
}

function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, AFTER_PAINT);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 2 * AFTER_PAINT });
  return () => cancelIdleCallback(handle);
}
