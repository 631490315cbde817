import type { Member } from '../../support/inbox';

/** A piece of text by which an answer is known to tell something, and who may be told it beside admins. */
export type Secret = { text: string; readers: string[] };

/** What stands in messages and the like, as nobody else would write it. */
export const secret = (what: string) => `hemligt-${what}`;

/** Of whoever is logged in, by their names, and the addresses of others. */
export function secretsOf(live: Record<string, Member>, others: { email: string }[]): Secret[] {
  return [
    ...Object.entries(live).flatMap(([name, { email, username, phone_number }]) => [
      { text: email, readers: [name] },
      { text: username, readers: [name] },
      // Readable by those they have written to (D10). The owner has not answered the third.
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
