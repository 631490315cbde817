import { CalendarDays, CalendarPlus, type LucideIcon, Mail, Map as MapIcon, Ticket } from 'lucide-react';

type NavItem = {
  to: string;
  label: string;
  icon: LucideIcon;
  isCurrent: (path: string) => boolean;
};

const isExactPath = (to: string) => (path: string) => path === to || path === `${to}/`;

const START = { to: '/', label: 'Start', icon: CalendarDays, isCurrent: isExactPath('/') };
const MAP = { to: '/map', label: 'Karta', icon: MapIcon, isCurrent: isExactPath('/map') };
const CONTACT = { to: '/contact', label: 'Kontakt', icon: Mail, isCurrent: isExactPath('/contact') };
const SUBMIT = {
  to: '/submit-event',
  label: 'Föreslå evenemang',
  icon: CalendarPlus,
  isCurrent: isExactPath('/submit-event'),
};
const MARKET = {
  to: '/marketplace',
  label: 'Startplatsmarknaden',
  icon: Ticket,
  isCurrent: (path: string) => path.startsWith('/marketplace'),
};

/** The header. */
export const NAVIGATION: readonly NavItem[] = [START, MAP, CONTACT, SUBMIT, MARKET];

/** Members' own pages and those of accounts, which belong to "Jag" in the tab bar. */
export const isOwnPage = (path: string) => /^\/marketplace\/(?!annons\/|create\b)./.test(path);

/** The tab bar, whose labels fit one line at 320 px. */
export const TABS: readonly NavItem[] = [
  { ...START, label: 'Kalender' },
  MAP,
  { ...MARKET, label: 'Marknad', isCurrent: (path) => MARKET.isCurrent(path) && !isOwnPage(path) },
  { ...SUBMIT, label: 'Föreslå' },
];
