import { CalendarDays, CalendarPlus, type LucideIcon, Mail, Map as MapIcon, Ticket } from 'lucide-react';

export type NavItem = {
  to: string;
  label: string;
  icon: LucideIcon;
  isCurrent: (path: string) => boolean;
};

const exactly = (to: string) => (path: string) => path === to || path === `${to}/`;

export const NAVIGATION: readonly NavItem[] = [
  { to: '/', label: 'Start', icon: CalendarDays, isCurrent: exactly('/') },
  { to: '/map', label: 'Karta', icon: MapIcon, isCurrent: exactly('/map') },
  { to: '/contact', label: 'Kontakt', icon: Mail, isCurrent: exactly('/contact') },
  {
    to: '/submit-event',
    label: 'Föreslå evenemang',
    icon: CalendarPlus,
    isCurrent: exactly('/submit-event'),
  },
  {
    to: '/marketplace',
    label: 'Startplatsmarknaden',
    icon: Ticket,
    isCurrent: (path) => path.startsWith('/marketplace'),
  },
];
