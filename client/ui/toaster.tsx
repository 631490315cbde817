import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { useTheme } from '../platform/theme';
import { connectToaster } from '../platform/toast';

/** The toaster with the constants of section 9. Loaded after the first paint. */
export default function Toaster() {
  const theme = useTheme();
  // After sonner's own effect: by now it listens.
  useEffect(
    () => connectToaster((kind, text, duration) => void toast[kind](text, duration ? { duration } : {})),
    [],
  );
  return (
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
        error: <CircleAlert size={20} aria-hidden="true" />,
      }}
    />
  );
}
