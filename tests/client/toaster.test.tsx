import { expect, test } from 'bun:test';
import { render, waitFor } from '@testing-library/react';
import { toast } from '#client/platform/feedback/toast.ts';
import { Toaster } from '#client/ui/toaster.tsx';

test('a toast waits for the toaster, unless it is dismissed before', async () => {
  toast.success('Skickat');
  const dismiss = toast.error('Misslyckat');
  dismiss();
  const { unmount } = render(<Toaster />);
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')?.textContent).toBe('Skickat'));
  expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1);
  unmount();
});

test('a toast is not in the tab order', async () => {
  render(<Toaster />);
  toast.success('Sparat');
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')?.textContent).toBe('Sparat'));
  await waitFor(() => expect(document.querySelector<HTMLElement>('[data-sonner-toast]')?.tabIndex).toBe(-1));
});
