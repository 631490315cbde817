import {
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

type TriggerProps = {
  ref: Ref<HTMLButtonElement>;
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  'aria-haspopup': 'dialog';
  onClick: () => void;
};

type Props = {
  label: string;
  trigger: (props: TriggerProps) => ReactNode;
  className?: string;
  children: ReactNode;
};

/** Escape closes it and returns focus to the button. It also closes on a press outside, and when focus leaves it. */
export function Popover({ label, trigger, className = 'popover', children }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const closeOnOutsidePress = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOnOutsidePress);
    return () => document.removeEventListener('pointerdown', closeOnOutsidePress);
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles events that bubble from its controls
    <div
      className={className}
      ref={root}
      onKeyDown={(event) => {
        // A control inside may handle it, such as a combobox that closes its suggestions.
        if (open && event.key === 'Escape' && !event.defaultPrevented) {
          event.stopPropagation();
          close();
        }
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !root.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      {trigger({
        ref: button,
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        'aria-haspopup': 'dialog',
        onClick: () => setOpen(!open),
      })}
      {open && (
        // Focusable, so that a press on its labels moves focus here and not out of the popover, which would close it.
        <div className="popover-panel" id={id} role="dialog" aria-label={label} ref={panel} tabIndex={-1}>
          <Suspense fallback={<div className="popover-loading" />}>
            {children}
            <FocusFirstControl panel={panel} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Inside the boundary, so that it waits for content that is still loading. */
function FocusFirstControl({ panel }: { panel: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    (panel.current?.querySelector<HTMLElement>('input, button, select') ?? panel.current)?.focus();
  }, [panel]);
  return null;
}
