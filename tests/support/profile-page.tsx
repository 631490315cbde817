import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import ProfilePage from '#client/pages/profile.tsx';
import type { OwnAccount } from '#src/features/accounts/contract.ts';
import type { OwnAnnouncement } from '#src/features/announcements/contract.ts';
import { AppError } from '#src/shared/errors.ts';
import { ownAdOf, Probe } from './client.tsx';
import { control } from './form.ts';
import { fakeServer, renderAt } from './render.tsx';

export const PROFILE = 'marketplace.accounts.profile';
export const SAVE = 'marketplace.accounts.updateProfile';
export const OWN_ADS = 'marketplace.announcements.mine';
export const WATCHES = 'marketplace.watches.list';
export const [UPDATE, COMPLETE, DELETE] = ['update', 'complete', 'delete'].map(
  (verb) => `marketplace.announcements.${verb}`,
) as [string, string, string];

export const id = (number: number) => `019b8f3c-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const ANNA: OwnAccount = {
  id: id(99),
  email: 'anna@example.se',
  username: 'anna.andersson',
  full_name: 'Anna Andersson',
  phone_number: '070-123 45 67',
  is_verified: true,
  // The next day in Stockholm
  created_at: '2025-03-03T23:30:00.000Z',
  last_login: '2026-11-20T20:02:00.000Z',
  match_alerts: true,
};
export const AD = ownAdOf({
  id: id(1),
  event_id: id(50),
  event_name: 'Göteborgsvarvet',
  distance: '21,1 km',
  price: 1295,
  has_name_change_fee: true,
  name_change_fee: 200,
  description: 'Startgrupp 8.',
  order_number: 'SP-1042',
  created_at: '2026-11-13T23:30:00.000Z',
});

type Options = {
  account?: Partial<OwnAccount>;
  ads?: OwnAnnouncement[];
  answers?: Record<string, unknown>;
};

/** Writes do not change `ads`. Responses arrive after the press has ended. */
export function open({ account, ads = [AD], answers = {} }: Options = {}) {
  const procedures: Record<string, unknown> = {
    [PROFILE]: { ...ANNA, ...account },
    [OWN_ADS]: ads,
    [WATCHES]: { watches: [], paused_until: null },
    'public.announcements.list': [],
    ...answers,
  };
  const server = fakeServer(
    Object.fromEntries(
      Object.keys(procedures).map((name) => [
        name,
        async (input: unknown) => {
          await Bun.sleep(30);
          const response = procedures[name];
          if (response instanceof AppError) throw response;
          return typeof response === 'function' ? response(input) : response;
        },
      ]),
    ),
  );
  const { unmount } = renderAt(
    '/marketplace/profile',
    <>
      <Probe />
      <Routes>
        <Route path="/marketplace/profile" element={<ProfilePage />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
  );
  const sent = (procedure: string) =>
    server.calls.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { ...server, answers: procedures, sent, unmount };
}

export const findAd = async (name = /Göteborgsvarvet/) =>
  within(await screen.findByRole('listitem', { name }));
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
export const retype = async (name: string, value: string) => {
  await userEvent.clear(control(name));
  if (value) await userEvent.type(control(name), value);
};
