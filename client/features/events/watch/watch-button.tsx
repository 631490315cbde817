import { Bell } from 'lucide-react';
import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import { Button, type ButtonProps } from '#client/ui/button.tsx';
import { cx } from '#client/ui/class-names.ts';
import type { Watched } from './watched.ts';

const WatchDialog = lazyComponent(async () => ({
  default: (await import('./watch-dialog.tsx')).WatchDialog,
}));

type Props = Pick<ButtonProps, 'kind' | 'className' | 'aria-label'> & {
  watched: Watched;
  /** Null for an icon alone, which needs an `aria-label`. */
  text?: string | null;
};

/** Not shown without scripts. */
export function WatchButton({ watched, text = 'Bevaka', className, ...look }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...look}
        className={cx('watch-open', className)}
        icon={<Bell size={look.kind === 'link' ? 17 : 18} aria-hidden="true" />}
        onPointerEnter={() => void WatchDialog.preload()}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {/* In the body, so that no style of a card or a paragraph applies to it. */}
      {isOpen &&
        createPortal(
          <Suspense fallback={null}>
            <WatchDialog watched={watched} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
