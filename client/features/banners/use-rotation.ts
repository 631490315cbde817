import { useEffect, useState } from 'react';

export const INTERVAL_MS = 5000;

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

const isHidden = () => document.visibilityState === 'hidden';

/**
 * `auto` advances, and pauses on hover or focus. `stopped` was stopped by the user or by reduced motion. `started`
 * was started by the user and ignores the focus on the button that started it.
 */
type Mode = 'auto' | 'stopped' | 'started';

type SlideState = { index: number; leavingIndex: number | undefined; direction: 'next' | 'previous' };

export function useRotation(count: number) {
  const [slide, setSlide] = useState<SlideState>({ index: 0, leavingIndex: undefined, direction: 'next' });
  const [mode, setMode] = useState<Mode>('auto');
  const [holds, setHolds] = useState({ pointer: false, focus: false });
  const [isTabHidden, setTabHidden] = useState(false);

  // The list may have become shorter.
  const index = slide.index < count ? slide.index : 0;
  const showSlide = (
    target: number,
    direction: SlideState['direction'] = target < index ? 'previous' : 'next',
  ) => {
    if (count > 1) setSlide({ index: (target + count) % count, leavingIndex: index, direction });
  };

  useEffect(() => {
    const onVisibilityChange = () => setTabHidden(isHidden());
    document.addEventListener('visibilitychange', onVisibilityChange);
    const reducedMotion = matchMedia(REDUCED_MOTION);
    const stop = () => reducedMotion.matches && setMode('stopped');
    // The server-rendered page knows neither the visibility nor the motion setting.
    onVisibilityChange();
    stop();
    reducedMotion.addEventListener('change', stop);
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      reducedMotion.removeEventListener('change', stop);
    };
  }, []);

  const isPaused = isTabHidden || (mode === 'auto' && (holds.pointer || holds.focus));
  const isAdvancing = count > 1 && mode !== 'stopped' && !isPaused;

  useEffect(() => {
    if (!isAdvancing) return;
    const next = (index + 1) % count;
    const timer = setTimeout(
      () => setSlide({ index: next, leavingIndex: index, direction: 'next' }),
      INTERVAL_MS,
    );
    return () => clearTimeout(timer);
  }, [isAdvancing, index, count]);

  return {
    index,
    leavingIndex: slide.leavingIndex === index ? undefined : slide.leavingIndex,
    direction: slide.direction,
    isStopped: mode === 'stopped',
    /** Not advancing, so screen readers may announce changes. */
    isStill: !isAdvancing,
    next: () => showSlide(index + 1, 'next'),
    previous: () => showSlide(index - 1, 'previous'),
    goTo: (target: number) => target !== index && showSlide(target),
    toggle: () => setMode(mode === 'stopped' ? 'started' : 'stopped'),
    setHold: (source: 'pointer' | 'focus', isHeld: boolean) => {
      setHolds((current) => ({ ...current, [source]: isHeld }));
      if (source === 'focus' && !isHeld) setMode((current) => (current === 'started' ? 'auto' : current));
    },
  };
}
