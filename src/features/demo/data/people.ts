import { DEMO_MAIL_DOMAIN } from '#src/platform/mail.ts';

// Everybody is called Exempel, has an address that nobody can own and a phone number that is reserved for fiction.

export const demoEmail = (firstName: string): string =>
  `${firstName.toLowerCase().replace('ö', 'o')}.exempel@${DEMO_MAIL_DOMAIN}`;

export const demoName = (firstName: string): string => `${firstName} Exempel`;

type DemoMember = {
  name: string;
  phone: string;
  memberForDays: number;
  lastLoginDaysAgo?: number;
  isSuspended?: boolean;
  isUnverified?: boolean;
};

export const DEMO_MEMBERS: DemoMember[] = [
  { name: 'Anna', phone: '070-174 06 06', memberForDays: 92, lastLoginDaysAgo: 2 },
  { name: 'Björn', phone: '070-174 06 07', memberForDays: 81, lastLoginDaysAgo: 1 },
  { name: 'Cecilia', phone: '070-174 06 08', memberForDays: 64, lastLoginDaysAgo: 1 },
  { name: 'David', phone: '070-174 06 09', memberForDays: 47, lastLoginDaysAgo: 3 },
  { name: 'Emma', phone: '070-174 06 10', memberForDays: 33, lastLoginDaysAgo: 5 },
  { name: 'Farid', phone: '070-174 06 11', memberForDays: 30, lastLoginDaysAgo: 2 },
  { name: 'Gun', phone: '070-174 06 12', memberForDays: 21, lastLoginDaysAgo: 12, isSuspended: true },
  { name: 'Hugo', phone: '070-174 06 13', memberForDays: 1, isUnverified: true },
];

/** The user name of the member with the most ads and conversations. */
export const MAIN_DEMO_USERNAME = 'anna.exempel';
