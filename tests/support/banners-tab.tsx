import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import BannersAdmin from '#client/features/banners/admin/banners-admin.tsx';
import type { AdminBanner } from '#src/features/banners/contract.ts';
import { show } from './client.tsx';

export const banner = (title: string, order_index: number): AdminBanner => ({
  id: `0190a000-0000-7000-8000-00000000000${order_index}`,
  title,
  description: null,
  external_url: null,
  file_url: '/demo/ski.webp',
  link_url: null,
  file_type: 'image',
  is_active: true,
  order_index,
  created_at: '2027-01-01T00:00:00.000Z',
  version: 1,
});

/** The tab with the banners A, B and C. `answers` are those of `admin.banners`, and `sent` returns its inputs. */
export async function openBanners(answers: Partial<Record<'update' | 'create' | 'list', unknown>> = {}) {
  const stored = ['A', 'B', 'C'].map(banner);
  const { sent } = show(<BannersAdmin />, {
    path: '/admin/dashboard?tab=banners',
    answers: {
      'admin.banners.list': answers.list ?? stored,
      'admin.banners.update': answers.update ?? stored[0],
      'admin.banners.create': answers.create ?? stored[0],
      'admin.admins.overview': {},
    },
  });
  await screen.findByText('A');
  return { sent: (verb: string) => sent(`admin.banners.${verb}`) };
}

export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
