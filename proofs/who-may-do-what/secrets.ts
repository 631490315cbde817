import type { Member } from '#tests/support/inbox.ts';

/** Only these readers, and admins, may receive the text. */
export type Secret = { text: string; readers: string[] };

export const secretText = (label: string) => `hemligt-${label}`;

export function secretsOf(
  activeMembers: Record<string, Member>,
  inactiveMembers: { email: string }[],
): Secret[] {
  return [
    ...Object.entries(activeMembers).flatMap(([name, { email, username, phone_number }]) => [
      { text: email, readers: [name] },
      { text: username, readers: [name] },
      // Readable by members they have written to. The owner has not written to the third.
      { text: phone_number ?? '', readers: name === 'owner' ? ['owner', 'other'] : [name, 'owner'] },
    ]),
    ...inactiveMembers.map(({ email }) => ({ text: email, readers: [] })),
    { text: secretText('bo-till-anna'), readers: ['owner', 'other'] },
    { text: secretText('anna-till-bo'), readers: ['owner', 'other'] },
    { text: secretText('cia-till-anna'), readers: ['owner', 'third'] },
    { text: secretText('vilande'), readers: ['owner'] },
    { text: secretText('anmälan'), readers: ['other'] },
    ...[secretText('förslag'), secretText('fråga'), 'f@hemlig-f', 'k@hemlig-k'].map((text) => ({
      text,
      readers: [],
    })),
  ];
}
