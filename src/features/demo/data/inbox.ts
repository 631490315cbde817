import type { EventInput } from '#src/features/events/contract.ts';
import type { SubmissionStatus } from '#src/features/submissions/contract.ts';

// What an admin finds in the portal: proposed events and contact messages.

type Race = Pick<
  EventInput,
  'event_name' | 'event_date' | 'sport_type' | 'distances' | 'ort' | 'landskap' | 'race_link' | 'organizer'
>;

export type DemoSubmission = {
  /** A race, moved with the events, or the name of a demonstration event that is proposed again. */
  race: Race | string;
  submitter: string;
  phone?: string;
  status: SubmissionStatus;
  daysAgo: number;
  comment?: string;
};

export const DEMO_SUBMISSIONS: DemoSubmission[] = [
  {
    race: 'Järvloppet',
    submitter: 'Ida',
    status: 'approved',
    daysAgo: 18,
    comment: 'Tack! Vi har lagt till den längsta distansen.',
  },
  {
    race: {
      event_name: 'Exempelmilen',
      event_date: '2027-06-06',
      sport_type: 'Löpning',
      distances: ['10 km'],
      ort: null,
      landskap: null,
      race_link: null,
      organizer: null,
    },
    submitter: 'Johan',
    status: 'rejected',
    daysAgo: 13,
    comment: 'Vi hittar inget lopp med det namnet. Skicka gärna en länk till arrangörens sida.',
  },
  {
    race: {
      event_name: 'Exempelloppet i Falun',
      event_date: '2027-08-28',
      sport_type: 'Löpning trail',
      distances: ['5 km', '12 km', '21,1 km'],
      ort: 'Falun',
      landskap: 'Dalarna',
      race_link: 'https://exempelloppet.example/',
      organizer: 'Exempelklubben',
    },
    submitter: 'Karin',
    phone: '070-174 06 14',
    status: 'pending',
    daysAgo: 4,
  },
  { race: 'Startmilen', submitter: 'Johan', status: 'pending', daysAgo: 2 },
  {
    race: {
      event_name: 'Exempelsimmet',
      event_date: '2027-07-31',
      sport_type: 'Simning',
      distances: ['1000 m', '3000 m'],
      ort: 'Mora',
      landskap: 'Dalarna',
      race_link: 'https://exempelsimmet.example/',
      organizer: null,
    },
    submitter: 'Ida',
    status: 'pending',
    daysAgo: 1,
  },
];

type DemoContactMessage = {
  name: string;
  subject: string;
  message: string;
  daysAgo: number;
  isRead?: boolean;
};

export const DEMO_CONTACT_MESSAGES: DemoContactMessage[] = [
  {
    name: 'Karin',
    subject: 'Exempel: samarbete',
    message: 'Hej! Vi ordnar ett lopp och vill gärna ha en banner på er startsida. Vem pratar vi med?',
    daysAgo: 11,
    isRead: true,
  },
  {
    name: 'Ida',
    subject: 'Exempel: fel länk',
    message:
      'Hej!\n\nLänken till Porsörundan leder till förra årets sida. Kan ni rätta den?\n\nHälsningar\nIda',
    daysAgo: 3,
  },
  {
    name: 'Johan',
    subject: 'Exempel: när öppnar anmälan?',
    message: 'Hej! Vet ni när anmälan till Växjö Marathon öppnar?',
    daysAgo: 1,
  },
];
