import type { DemoBanner } from '#src/features/banners/service.ts';
import type { ContactInfo } from '#src/features/contact/contract.ts';

/** The images are made by `bun run make:demo-art`. */
export const DEMO_BANNERS: DemoBanner[] = [
  {
    title: 'Hela året på ett ställe',
    description: 'Löpning, cykel, skidor, simning och mycket mer, från Skåne till Lappland.',
    file_url: '/demo/course.webp',
    file_type: 'image',
    external_url: null,
    link_url: '/map',
    order_index: 0,
  },
  {
    title: 'Vinterns långlopp väntar',
    description: 'Se vilka skidlopp som står på tur och hitta din distans.',
    file_url: '/demo/ski.webp',
    file_type: 'image',
    external_url: null,
    link_url: '/?sport=L%C3%A4ngdskidor',
    order_index: 1,
  },
  {
    title: 'Saknar du ett lopp?',
    description: 'Föreslå det, så granskar vi och lägger till det i kalendern.',
    file_url: '/demo/islands.webp',
    file_type: 'image',
    external_url: null,
    link_url: '/submit-event',
    order_index: 2,
  },
];

export const DEMO_CONTACT: ContactInfo = {
  company_name: 'Loppkalendern (demonstration)',
  address: 'Målgatan 1\n792 30 Mora',
  phone: '070-174 06 05',
  email: 'hej@loppkalendern.example',
  business_hours: 'Måndag–fredag 9–16',
  description:
    'Frågor om ett lopp, en rättelse eller ett samarbete? Skriv till oss, så svarar vi så snart vi kan.',
};
