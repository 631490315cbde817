import { Bell } from 'lucide-react';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import type { ButtonProps } from '#client/ui/button.tsx';
import { cx } from '#client/ui/class-names.ts';
import { DialogButton } from '#client/ui/dialog-button.tsx';
import type { Watched } from './watched.ts';

const WatchDialog = lazyComponent(async () => ({
  default: (await import('./watch-dialog.tsx')).WatchDialog,
}));

type Props = Pick<ButtonProps, 'kind' | 'className' | 'aria-label'> & {
  watched: Watched;
  /** Null for an icon alone, which needs an `aria-label`. */
  text: string | null;
};

/** Not shown without scripts. */
export const WatchButton = ({ watched, text, className, ...look }: Props) => (
  <DialogButton
    {...look}
    className={cx('watch-open', className)}
    icon={<Bell size={look.kind === 'link' ? 17 : 18} aria-hidden="true" />}
    dialog={WatchDialog}
    dialogProps={{ watched }}
  >
    {text}
  </DialogButton>
);
