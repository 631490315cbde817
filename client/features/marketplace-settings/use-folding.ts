import { useLayoutEffect, useState } from 'react';
import { read, write } from '#client/platform/session/storage.ts';
import { useIsWide } from '#client/ui/use-media.ts';

/** `folded`: only the title. */
type Folding = 'open' | 'folded';

/**
 * At the first visit the box is open, except on a phone. Later it is folded. Until the page is hydrated,
 * `folding` is undefined and the stylesheet does the same, with `data-info-seen` that a script in `index.html` sets.
 * A preview is always open at first.
 */
export function useFolding(isPreview: boolean): { folding: Folding | undefined; toggle: () => void } {
  const isWide = useIsWide();
  const [isSeen, setSeen] = useState<boolean>();
  const [isOpen, setOpen] = useState<boolean>();
  useLayoutEffect(() => {
    setSeen(!isPreview && read('market_info_seen') !== null);
    if (!isPreview) write('market_info_seen', 'true');
  }, [isPreview]);
  if (isSeen === undefined) return { folding: undefined, toggle: () => setOpen(true) };
  const isOpenNow = isOpen ?? (isPreview || (isWide && !isSeen));
  const folding = isOpenNow ? 'open' : 'folded';
  return { folding, toggle: () => setOpen(folding !== 'open') };
}
