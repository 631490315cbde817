import { screen, within } from '@testing-library/react';
import MarketplacePage from '#client/pages/marketplace.tsx';
import { storeSession } from '#client/platform/session/member.ts';
import { DEFAULT_SETTINGS } from '#src/features/marketplace-settings/rules.ts';
import { type Answers, adOf, show } from './client.tsx';

export const ME = { id: 'me', full_name: 'Anna Lindqvist' };
export const VASA = {
  event_id: 'vasa',
  event_name: 'Vasaloppet',
  event_date: '2027-03-07',
  distance: '90 km',
  sport_type: 'Längdskidor',
  ort: 'Mora',
  landskap: 'Dalarna',
};
export const ADS = [
  adOf({
    id: '1',
    event_id: 'varvet',
    event_name: 'Göteborgsvarvet',
    user_id: 'me',
    user_name: 'Anna Lindqvist',
  }),
  adOf({
    id: '2',
    ...VASA,
    price: 2450,
    has_name_change_fee: true,
    name_change_fee: 350,
    order_number: 'SP-1041',
    user_name: 'Per Holmström',
    description: 'Startled 6.',
  }),
  adOf({ id: '3', ...VASA, announcement_type: 'wanted', user_name: 'Mikael Sjöö' }),
];

export const answersWith = (ads: unknown): Answers => ({
  'public.announcements.list': ads,
  'public.marketplaceSettings.get': DEFAULT_SETTINGS,
  'marketplace.conversations.unread': { unread_count: 2 },
});
export const renderMarket = (path = '/marketplace', ads: unknown = ADS) =>
  show(<MarketplacePage />, { path, answers: answersWith(ads) });

export async function openMarket(path?: string, ads?: unknown) {
  renderMarket(path, ads);
  await screen.findByText(/^Visar/);
}

export const logIn = () => storeSession('token', ME);
export const cards = () => screen.queryAllByRole('article');
export const cardAt = (index: number) => within(cards()[index] as HTMLElement);
export const countText = () => screen.getByText(/^Visar/).textContent;
