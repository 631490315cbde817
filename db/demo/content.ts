import type { banners, contactInfo, marketplaceSettings } from '../schema';

type Rows = {
  banners: (typeof banners.$inferInsert)[];
  contactInfo: typeof contactInfo.$inferInsert;
  marketplaceSettings: typeof marketplaceSettings.$inferInsert;
};

/** What stands around the demonstration events (D37). The pictures are our own: `bun run make:demo-art`. */
export const DEMO_CONTENT: Rows = {
  banners: [
    {
      title: 'Hela året på ett ställe',
      description: 'Löpning, cykel, skidor, simning och mycket mer, från Skåne till Lappland.',
      file_url: '/demo/course.webp',
      file_type: 'image',
      link_url: null,
      order_index: 0,
    },
    {
      title: 'Vinterns långlopp väntar',
      description: 'Se vilka skidlopp som står på tur och hitta din distans.',
      file_url: '/demo/ski.webp',
      file_type: 'image',
      link_url: '/?sport=L%C3%A4ngdskidor',
      order_index: 1,
    },
    {
      title: 'Saknar du ett lopp?',
      description: 'Föreslå det, så granskar vi och lägger till det i kalendern.',
      file_url: '/demo/islands.webp',
      file_type: 'image',
      link_url: '/submit-event',
      order_index: 2,
    },
  ],
  contactInfo: {
    company_name: 'Loppkalendern (demonstration)',
    address: 'Målgatan 1\n792 30 Mora',
    phone: '070-174 06 05',
    email: 'hej@loppkalendern.example',
    business_hours: 'Måndag–fredag 9–16',
    description:
      'Frågor om ett lopp, en rättelse eller ett samarbete? Skriv till oss, så svarar vi så snart vi kan.',
  },
  marketplaceSettings: {
    info_box_title: 'Så fungerar Startplatsmarknaden',
    info_box_steps: [
      'Skapa ett konto och bekräfta din e-postadress.',
      'Lägg upp en annons, eller kontakta den som säljer eller söker en plats.',
      'Kom överens om pris och betalning, och byt namn på startplatsen hos arrangören.',
    ],
    info_box_warning:
      '<b>Var försiktig när du betalar.</b> Kontrollera vem du handlar med hos MrKoll innan du skickar pengar, ' +
      'och lämna aldrig ut koder eller lösenord.',
  },
};
