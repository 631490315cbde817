import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Toaster as Sonner, toast, useSonner } from 'sonner';
import { connectToaster } from '#client/platform/feedback/toast.ts';
import { useTheme } from '#client/platform/page/theme.ts';

export function Toaster() {
  const theme = useTheme();
  const layer = useRef<HTMLDivElement>(null);
  const newestId = useSonner().toasts[0]?.id;
  useEffect(() => {
    if (newestId === undefined) return;
    raiseToTopLayer(layer.current);
    // A dialog that opens would cover the toasts.
    const onToggle = ({ target }: Event) =>
      target instanceof HTMLDialogElement && raiseToTopLayer(layer.current);
    document.addEventListener('toggle', onToggle, true);
    return () => document.removeEventListener('toggle', onToggle, true);
  }, [newestId]);
  // Sonner listens by now: the effects of a child run first.
  useEffect(() => connectToaster(toast), []);
  // A toast has no controls. In the tab order it would be a trap: leaving it returns focus to the element before it.
  useEffect(() => {
    const observer = new MutationObserver(() => {
      const toasts = layer.current?.querySelectorAll<HTMLElement>('[data-sonner-toast][tabindex="0"]') ?? [];
      for (const toast of toasts) toast.tabIndex = -1;
    });
    if (layer.current) observer.observe(layer.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div className="toast-layer" popover="manual" ref={layer}>
      <Sonner
        theme={theme}
        position="bottom-right"
        duration={4000}
        visibleToasts={3}
        gap={14}
        hotkey={['altKey', 'KeyT']}
        containerAriaLabel="Meddelanden"
        offset={24}
        mobileOffset={{ left: 16, right: 16 }}
        style={{ '--width': '356px' } as Record<string, string>}
        toastOptions={{ className: 'toast', closeButtonAriaLabel: 'Stäng' }}
        icons={{
          success: <CircleCheck size={20} aria-hidden="true" />,
          warning: <TriangleAlert size={20} aria-hidden="true" />,
          error: <CircleAlert size={20} aria-hidden="true" />,
        }}
      />
    </div>
  );
}

/** Moves the toasts above everything in the browser's top layer, including open dialogs. */
function raiseToTopLayer(layer: HTMLElement | null): void {
  if (!layer?.showPopover) return;
  if (layer.matches(':popover-open')) layer.hidePopover();
  layer.showPopover();
}
