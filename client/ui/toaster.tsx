import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { useTheme } from '../platform/theme';
import { connectToaster } from '../platform/toast';

/** The toaster with the constants of section 9. Loaded after the first paint. */
export default function Toaster() {
  const theme = useTheme();
  const layer = useRef<HTMLDivElement>(null);
  // After sonner's own effect: by now it listens.
  useEffect(() => {
    const disconnect = connectToaster({
      show: ({ id, kind, text, duration }) => {
        raise(layer.current);
        toast[kind](text, { id, ...(duration && { duration }) });
      },
      dismiss: (id) => toast.dismiss(id),
    });
    // A dialog that opens would lie over what is told already.
    const onToggle = ({ target }: Event) => target instanceof HTMLDialogElement && raise(layer.current);
    document.addEventListener('toggle', onToggle, true);
    return () => {
      disconnect();
      document.removeEventListener('toggle', onToggle, true);
    };
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
        mobileOffset={{ bottom: 84, left: 16, right: 16 }}
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

/** The last shown lies over all: also over a dialog, which the browser lays over the whole page. */
function raise(layer: HTMLElement | null): void {
  if (!layer?.showPopover) return;
  if (layer.matches(':popover-open')) layer.hidePopover();
  layer.showPopover();
}
