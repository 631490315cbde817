import type { Member } from '../../support/inbox';

/** Only these readers, and admins, may receive the text. */
export type Secret = { text: string; readers: string[] };

export const secret = (what: string) => `hemligt-${what}`;

export function secretsOf(live: Record<string, Member>, others: { email: string }[]): Secret[] {
  return [
    ...Object.entries(live).flatMap(([name, { email, username, phone_number }]) => [
      { text: email, readers: [name] },
      { text: username, readers: [name] },
      // Readable by members they have written to. The owner has not written to the third.
      { text: phone_number ?? '', readers: name === 'owner' ? ['owner', 'other'] : [name, 'owner'] },
    ]),
    ...others.map(({ email }) => ({ text: email, readers: [] })),
    { text: secret('bo-till-anna'), readers: ['owner', 'other'] },
    { text: secret('anna-till-bo'), readers: ['owner', 'other'] },
    { text: secret('cia-till-anna'), readers: ['owner', 'third'] },
    { text: secret('vilande'), readers: ['owner'] },
    { text: secret('anmälan'), readers: ['other'] },
    ...[secret('förslag'), secret('fråga'), 'f@hemlig-f', 'k@hemlig-k'].map((text) => ({
      text,
      readers: [],
    })),
  ];
}
