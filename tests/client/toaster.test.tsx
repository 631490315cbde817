import { expect, test } from 'bun:test';
import { render, waitFor } from '@testing-library/react';
import { toast } from '#client/platform/feedback/toast.ts';
import { Toaster } from '#client/ui/toaster.tsx';

test('a toast is not in the tab order', async () => {
  render(<Toaster />);
  toast.success('Sparat');
  await waitFor(() => expect(document.querySelector('[data-sonner-toast]')?.textContent).toBe('Sparat'));
  await waitFor(() => expect(document.querySelector<HTMLElement>('[data-sonner-toast]')?.tabIndex).toBe(-1));
});
