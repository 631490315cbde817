import { CircleAlert, CircleCheck, CloudOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { cx } from './class-names';

const ICONS = { err: CircleAlert, warn: TriangleAlert, ok: CircleCheck };

/** A tinted notice; an error is read out at once. */
export function Alert({ tone, children }: { tone: 'err' | 'warn' | 'ok'; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <div className={cx('alert', `alert-${tone}`)} role={tone === 'err' ? 'alert' : 'status'}>
      <Icon size={20} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}

/** A fetch that failed, with a way to try again. */
export function Retry({ title, onRetry, busy }: { title: string; onRetry: () => void; busy?: boolean }) {
  return (
    <div className="retry" role="status">
      <CloudOff size={22} aria-hidden="true" />
      <p className="retry-text">
        <strong className="type-label">{title}</strong>
        <span>Kontrollera din anslutning.</span>
      </p>
      <Button onClick={onRetry} busy={busy ?? false}>
        Försök igen
      </Button>
    </div>
  );
}
