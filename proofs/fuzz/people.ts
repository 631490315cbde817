/** `member` and `other` write to each other. `garbage` sends an invalid token. */
export const PRINCIPALS = ['visitor', 'member', 'other', 'admin', 'organiser', 'garbage'] as const;
export type Principal = (typeof PRINCIPALS)[number];

export const PASSWORD = 'Loppet2027';
/** Every secret in the database contains a marker: `e` for an e-mail, `p` for a phone, `t` for a token. */
export const MARKER_PREFIX = 'zqmk';
export const marker = (kind: 'e' | 'p' | 't', person: number) => `${MARKER_PREFIX}${kind}${person}x`;
export const MARKER = /zqmk([ept])(\d+)x/g;

/** The calling members. All other people have higher numbers. */
export const MEMBER = 0;
export const OTHER = 1;
/** The first numbers of the other groups of people. A group has fewer than 100. */
export const FIRST_NUMBERS = {
  spare: 100,
  unverified: 200,
  proposer: 300,
  sender: 400,
  reporter: 500,
  suspended: 600,
  informer: 700,
  watcher: 800,
  organiser: 900,
};

export const isNumberOf = (group: keyof typeof FIRST_NUMBERS, number: number) =>
  number >= FIRST_NUMBERS[group] && number < FIRST_NUMBERS[group] + 100;
