import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Transfer } from '#src/features/events/transfer/contract.ts';
import { conversationDetail } from './thread.tsx';

export const { announcement, other_user } = conversationDetail();

export const TRANSFER: Transfer = {
  policy: 'allowed',
  state: 'open',
  opens_on: '2027-02-01',
  closes_on: '2027-02-15',
  fee: 220,
  payer: 'buyer',
  where: null,
  rules_url: 'https://lopp.example/namnbyte',
  checked_on: '2026-11-20',
};

export const strip = () => screen.findByRole('button', { name: /^(Nästa steg|Så går affären till)/ });
export const unfold = async () => userEvent.click(await strip());
export const step = (name: string) => screen.getByRole('checkbox', { name });
