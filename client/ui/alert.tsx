import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

/** In a dialog, it is scrolled into view when it appears. */
export function Alert({ children }: { children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (alert.current?.closest('dialog')) alert.current.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="alert" role="alert" ref={alert}>
      <CircleAlert size={20} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
