import { useEffect, useState } from 'react';

/** How long each banner is shown (section 9). */
export const INTERVAL = 5000;

const REDUCED = '(prefers-reduced-motion: reduce)';

const isHidden = () => document.visibilityState === 'hidden';

/**
 * `auto` turns by itself and waits under the pointer or the focus; `stopped` was stopped by hand, or by a wish for
 * less motion; `started` was started by hand and does not wait for the focus that started it.
 */
type Mode = 'auto' | 'stopped' | 'started';

type Shown = { index: number; leaving: number | undefined; direction: 'next' | 'previous' };

/** Which of `count` banners is shown; it turns every five seconds, round and round (sections 4 and 9). */
export function useRotation(count: number) {
  const [shown, setShown] = useState<Shown>({ index: 0, leaving: undefined, direction: 'next' });
  const [mode, setMode] = useState<Mode>('auto');
  const [isHeld, setHeld] = useState({ pointer: false, focus: false });
  const [isAway, setAway] = useState(false);

  // Fewer banners than before: start again.
  const index = shown.index < count ? shown.index : 0;
  const turn = (to: number, direction: Shown['direction'] = to < index ? 'previous' : 'next') => {
    if (count > 1) setShown({ index: (to + count) % count, leaving: index, direction });
  };

  useEffect(() => {
    const look = () => setAway(isHidden());
    document.addEventListener('visibilitychange', look);
    const wish = matchMedia(REDUCED);
    const stop = () => wish.matches && setMode('stopped');
    // What the server rendered knew nothing of either.
    look();
    stop();
    wish.addEventListener('change', stop);
    return () => {
      document.removeEventListener('visibilitychange', look);
      wish.removeEventListener('change', stop);
    };
  }, []);

  const waits = isAway || (mode === 'auto' && (isHeld.pointer || isHeld.focus));
  const turns = count > 1 && mode !== 'stopped' && !waits;

  useEffect(() => {
    if (!turns) return;
    const next = (index + 1) % count;
    const timer = setTimeout(() => setShown({ index: next, leaving: index, direction: 'next' }), INTERVAL);
    return () => clearTimeout(timer);
  }, [turns, index, count]);

  return {
    index,
    leaving: shown.leaving === index ? undefined : shown.leaving,
    direction: shown.direction,
    isStopped: mode === 'stopped',
    /** It does not turn now, so a reader may be told what is shown. */
    isStill: !turns,
    next: () => turn(index + 1, 'next'),
    previous: () => turn(index - 1, 'previous'),
    goTo: (to: number) => to !== index && turn(to),
    toggle: () => setMode(mode === 'stopped' ? 'started' : 'stopped'),
    hold: (by: 'pointer' | 'focus', held: boolean) => {
      setHeld((all) => ({ ...all, [by]: held }));
      if (by === 'focus' && !held) setMode((was) => (was === 'started' ? 'auto' : was));
    },
  };
}
