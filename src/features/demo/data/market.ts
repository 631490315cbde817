import type { AnnouncementType } from '#src/features/announcements/fields.ts';
import type { DealStepKey } from '#src/features/conversations/contract.ts';

type DemoMessage = [daysAgo: number, time: string, sender: string, text: string];

export type DemoConversation = {
  with: string;
  messages: DemoMessage[];
  /** The ticked steps of the deal. */
  steps?: [step: DealStepKey, daysAgo: number, time: string, by: string][];
  /** How many of the last messages have not been read. */
  unreadCount?: number;
};

type DemoAd = {
  owner: string;
  type: AnnouncementType;
  /** The name of an event in the last three quarters of the list, which are upcoming on every day. */
  event: string;
  distance: string;
  price: number;
  fee?: number;
  description?: string;
  daysAgo: number;
  isCompleted?: boolean;
  /** What it was sold for, a few days after it was made. */
  finalPrice?: number;
  /** A member with a conversation about it. */
  reservedFor?: string;
  isInactive?: boolean;
  conversations?: DemoConversation[];
};

/** Oldest first, so that newer ads get higher order numbers. */
export const DEMO_ADS: DemoAd[] = [
  {
    owner: 'Anna',
    type: 'wanted',
    event: 'Vansbrosimningen',
    distance: '3000 m',
    price: 600,
    description: 'Exempelannons som har gått ut.',
    daysAgo: 70,
  },
  ...[
    { owner: 'Björn', price: 800, finalPrice: 750, daysAgo: 60 },
    { owner: 'Cecilia', price: 700, finalPrice: 700, daysAgo: 51 },
    { owner: 'David', price: 850, finalPrice: 800, daysAgo: 40 },
    { owner: 'Emma', price: 750, finalPrice: 750, daysAgo: 30 },
    { owner: 'Farid', price: 600, finalPrice: 600, daysAgo: 27 },
  ].map((deal) => ({
    ...deal,
    type: 'sale' as const,
    event: 'Göteborgsvarvet',
    distance: '21,1 km',
    isCompleted: true,
  })),
  {
    owner: 'Anna',
    type: 'sale',
    event: 'Tjejmilen',
    distance: '10 km',
    price: 350,
    description: 'Exempelannons. Startgrupp 4, kan inte springa i år.',
    daysAgo: 26,
    isCompleted: true,
    finalPrice: 350,
    conversations: [
      {
        with: 'Emma',
        messages: [
          [24, '18:05', 'Emma', 'Hej! Finns platsen kvar?'],
          [24, '19:40', 'Anna', 'Hej Emma, ja det gör den.'],
          [23, '07:15', 'Emma', 'Då tar jag den gärna. Är 350 kr okej?'],
          [23, '12:02', 'Anna', 'Absolut. Jag byter namn hos arrangören i kväll.'],
          [22, '09:30', 'Emma', 'Nu har jag fått bekräftelsen. Tack!'],
        ],
        steps: [
          ['agreed', 23, '12:03', 'Anna'],
          ['transfer_requested', 23, '19:20', 'Anna'],
          ['organizer_confirmed', 22, '09:29', 'Emma'],
          ['paid', 22, '09:34', 'Emma'],
          ['done', 22, '10:05', 'Anna'],
        ],
      },
    ],
  },
  {
    owner: 'Anna',
    type: 'sale',
    event: 'Göteborgsvarvet',
    distance: '21,1 km',
    price: 750,
    fee: 200,
    description:
      'Exempelannons. Jag är skadad och kan tyvärr inte springa. Startgrupp 12, och namnbytet görs på arrangörens sida. ' +
      'Nummerlappen hämtas på mässan dagen innan loppet, så du behöver bara din bekräftelse och legitimation.',
    daysAgo: 19,
    conversations: [
      {
        with: 'Björn',
        messages: [
          [17, '17:12', 'Björn', 'Hej! Är startplatsen kvar?'],
          [17, '17:48', 'Anna', 'Hej Björn! Ja, den är kvar.'],
          [17, '17:55', 'Björn', 'Vad bra. Ingår avgiften för namnbytet i priset?'],
          [17, '18:20', 'Anna', 'Nej, den tillkommer. Arrangören tar 200 kr.'],
          [16, '08:03', 'Björn', 'Skulle du kunna tänka dig 700 kr i stället för 750?'],
          [16, '12:31', 'Anna', 'Om du betalar namnbytet, ja.'],
          [16, '12:40', 'Björn', 'Det låter rimligt. Vilken startgrupp är det?'],
          [16, '13:15', 'Anna', 'Startgrupp 12. Man kan byta bakåt men inte framåt.'],
          [15, '20:10', 'Björn', 'Perfekt för mig. Hur gör vi med betalningen?'],
          [
            15,
            '20:34',
            'Anna',
            'Vi byter namn först, så betalar du när du har fått bekräftelsen från arrangören.',
          ],
          [15, '20:37', 'Björn', 'Tryggt och bra. Jag återkommer i helgen när jag vet om jag får ledigt.'],
          [12, '10:02', 'Björn', 'Jag får besked på måndag. Hoppas att det är okej att vänta.'],
          [12, '16:45', 'Anna', 'Inga problem, men det är fler som har frågat.'],
        ],
        steps: [['agreed', 15, '20:12', 'Björn']],
      },
      {
        with: 'Cecilia',
        messages: [
          [3, '21:02', 'Cecilia', 'Hej! Jag kan köpa platsen direkt, för 750 kr plus namnbytet.'],
          [1, '19:26', 'Cecilia', 'Hej igen! Är den fortfarande till salu?'],
        ],
        unreadCount: 2,
      },
    ],
  },
  {
    owner: 'Gun',
    type: 'sale',
    event: 'Stockholm Marathon',
    distance: '42,2 km',
    price: 3900,
    description: 'Exempelannons. Endast betalning i förskott, inga frågor.',
    daysAgo: 16,
    conversations: [
      {
        with: 'Farid',
        messages: [
          [14, '11:20', 'Farid', 'Hej! Kan jag få se bekräftelsen från arrangören?'],
          [14, '11:24', 'Gun', 'Nej. Betala i dag, annars säljer jag till någon annan.'],
        ],
      },
    ],
  },
  {
    owner: 'Farid',
    type: 'sale',
    event: 'IRONMAN Kalmar',
    distance: '226 km',
    price: 3500,
    description: 'Exempelannons som en administratör har gjort inaktiv.',
    daysAgo: 15,
    isInactive: true,
  },
  {
    owner: 'Björn',
    type: 'sale',
    event: 'Stockholm Marathon',
    distance: '42,2 km',
    price: 1200,
    daysAgo: 11,
  },
  {
    owner: 'Cecilia',
    type: 'wanted',
    event: 'Vätternrundan',
    distance: '315 km',
    price: 2200,
    description: 'Exempelannons. Söker helst en starttid före klockan 21.',
    daysAgo: 10,
    conversations: [
      {
        with: 'David',
        messages: [
          [8, '08:40', 'David', 'Hej! Jag har en plats med start 20:34. Intresserad?'],
          [8, '12:12', 'Cecilia', 'Ja, gärna! Vad vill du ha för den?'],
          [7, '18:33', 'David', '2 000 kr. Du betalar namnbytet.'],
          [6, '09:05', 'Cecilia', 'Då säger vi så. Jag hör av mig i kväll.'],
        ],
      },
    ],
  },
  {
    owner: 'David',
    type: 'sale',
    event: 'Vansbrosimningen',
    distance: '3000 m',
    price: 650,
    fee: 150,
    description: 'Exempelannons. Startled 3 på lördagen.',
    daysAgo: 9,
  },
  { owner: 'Farid', type: 'wanted', event: 'Göteborgsvarvet', distance: '21,1 km', price: 600, daysAgo: 8 },
  {
    owner: 'Björn',
    type: 'sale',
    event: 'Cykelvasan',
    distance: '94 km',
    price: 1450,
    fee: 300,
    description: 'Exempelannons. Startled 5. Det går att byta till en annan distans hos arrangören.',
    daysAgo: 6,
    conversations: [
      {
        with: 'Anna',
        messages: [
          [5, '16:20', 'Anna', 'Hej Björn! Går det att byta till 45 km?'],
          [
            5,
            '17:01',
            'Björn',
            'Hej! Ja, det gör man hos arrangören. Mellanskillnaden betalas inte tillbaka.',
          ],
          [4, '07:50', 'Anna', 'Tack. Jag funderar på saken.'],
          [1, '18:12', 'Björn', 'Har du hunnit bestämma dig?'],
        ],
        unreadCount: 1,
      },
    ],
  },
  {
    owner: 'Emma',
    type: 'sale',
    event: 'Lidingöloppet',
    distance: '30 km',
    price: 695,
    fee: 100,
    daysAgo: 5,
  },
  {
    owner: 'Anna',
    type: 'wanted',
    event: 'Ultravasan',
    distance: '45 km',
    price: 1500,
    description: 'Exempelannons. Betalar gärna även namnbytet.',
    daysAgo: 4,
  },
  {
    owner: 'Emma',
    type: 'wanted',
    event: 'ÖTILLÖ Swimrun World Championship',
    distance: '75 km',
    price: 5000,
    description: 'Exempelannons. Vi är ett lag som söker två platser.',
    daysAgo: 2,
  },
  {
    owner: 'David',
    type: 'sale',
    event: 'Midnattsloppet Stockholm',
    distance: '10 km',
    price: 495,
    description: 'Exempelannons. Startgrupp 2B.',
    daysAgo: 1,
    reservedFor: 'Anna',
    conversations: [
      {
        with: 'Anna',
        messages: [
          [1, '07:31', 'Anna', 'Hej! Jag tar gärna platsen. Kan du hålla den till i morgon?'],
          [1, '08:12', 'David', 'Javisst, den är reserverad för dig.'],
        ],
      },
    ],
  },
];
