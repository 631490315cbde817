import { useEffect, useState } from 'react';

/** In milliseconds. */
export const INTERVAL = 5000;

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

const isHidden = () => document.visibilityState === 'hidden';

/**
 * `auto` advances, and pauses on hover or focus. `stopped` was stopped by the user or by reduced motion. `started`
 * was started by the user and ignores the focus on the button that started it.
 */
type Mode = 'auto' | 'stopped' | 'started';

type Shown = { index: number; leaving: number | undefined; direction: 'next' | 'previous' };

export function useRotation(count: number) {
  const [shown, setShown] = useState<Shown>({ index: 0, leaving: undefined, direction: 'next' });
  const [mode, setMode] = useState<Mode>('auto');
  const [isHeld, setHeld] = useState({ pointer: false, focus: false });
  const [isTabHidden, setTabHidden] = useState(false);

  // The list may have become shorter.
  const index = shown.index < count ? shown.index : 0;
  const show = (to: number, direction: Shown['direction'] = to < index ? 'previous' : 'next') => {
    if (count > 1) setShown({ index: (to + count) % count, leaving: index, direction });
  };

  useEffect(() => {
    const onVisibilityChange = () => setTabHidden(isHidden());
    document.addEventListener('visibilitychange', onVisibilityChange);
    const reducedMotion = matchMedia(REDUCED_MOTION);
    const stop = () => reducedMotion.matches && setMode('stopped');
    // The server-rendered page knows neither.
    onVisibilityChange();
    stop();
    reducedMotion.addEventListener('change', stop);
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      reducedMotion.removeEventListener('change', stop);
    };
  }, []);

  const isPaused = isTabHidden || (mode === 'auto' && (isHeld.pointer || isHeld.focus));
  const isAdvancing = count > 1 && mode !== 'stopped' && !isPaused;

  useEffect(() => {
    if (!isAdvancing) return;
    const next = (index + 1) % count;
    const timer = setTimeout(() => setShown({ index: next, leaving: index, direction: 'next' }), INTERVAL);
    return () => clearTimeout(timer);
  }, [isAdvancing, index, count]);

  return {
    index,
    leaving: shown.leaving === index ? undefined : shown.leaving,
    direction: shown.direction,
    isStopped: mode === 'stopped',
    /** Not advancing, so screen readers may announce changes. */
    isStill: !isAdvancing,
    next: () => show(index + 1, 'next'),
    previous: () => show(index - 1, 'previous'),
    goTo: (to: number) => to !== index && show(to),
    toggle: () => setMode(mode === 'stopped' ? 'started' : 'stopped'),
    hold: (by: 'pointer' | 'focus', held: boolean) => {
      setHeld((all) => ({ ...all, [by]: held }));
      if (by === 'focus' && !held) setMode((current) => (current === 'started' ? 'auto' : current));
    },
  };
}
