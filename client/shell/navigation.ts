import { CalendarDays, CalendarPlus, type LucideIcon, Mail, Map as MapIcon, Ticket } from 'lucide-react';

type NavItem = {
  to: string;
  label: string;
  icon: LucideIcon;
  isCurrent: (path: string) => boolean;
};

const isExactPath = (to: string) => (path: string) => path === to || path === `${to}/`;

export const NAVIGATION: readonly NavItem[] = [
  { to: '/', label: 'Start', icon: CalendarDays, isCurrent: isExactPath('/') },
  { to: '/map', label: 'Karta', icon: MapIcon, isCurrent: isExactPath('/map') },
  { to: '/contact', label: 'Kontakt', icon: Mail, isCurrent: isExactPath('/contact') },
  {
    to: '/submit-event',
    label: 'Föreslå evenemang',
    icon: CalendarPlus,
    isCurrent: isExactPath('/submit-event'),
  },
  {
    to: '/marketplace',
    label: 'Startplatsmarknaden',
    icon: Ticket,
    isCurrent: (path) => path.startsWith('/marketplace'),
  },
];
