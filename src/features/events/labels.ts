import { FACTS, type FactField } from './facts.ts';
import type {
  EVENT_STATUSES,
  REGISTRATION_KINDS,
  TRANSFER_INITIATORS,
  TRANSFER_POLICIES,
} from './fields/choices.ts';

/** The labels of the other fields, which have a place of their own where they are shown. */
const LABELS = {
  event_date: 'Datum',
  event_name: 'Namn',
  distances: 'Distanser',
  sport_type: 'Sport',
  event_end_date: 'Slutdatum',
  ort: 'Ort',
  landskap: 'Landskap',
  race_link: 'Länk till loppet',
  result_link: 'Länk till resultat',
  additional_fields: 'Extra fält',
  status: 'Läge',
  status_note: 'Om läget',
  previous_dates: 'Tidigare datum',
  registration_opens_on: 'Anmälan öppnar',
  registration_closes_on: 'Anmälan stänger',
  registration_url: 'Länk till anmälan',
  registration_kind: 'Anmälningssätt',
  sold_out: 'Fulltecknat',
  transfer_policy: 'Överlåtelse',
  transfer_periods: 'Perioder för namnbyte',
  transfer_initiator: 'Vem som begär namnbytet',
  transfer_buyer_needs: 'Köparen lämnar',
  transfer_rules_url: 'Länk till reglerna',
  transfer_checked_on: 'Reglerna kontrollerade',
  ordinary_prices: 'Ordinarie priser',
  banner_text: 'Bannertext',
  banner_start_date: 'Visas från',
  banner_end_date: 'Visas till',
  banner_color: 'Färg',
} as const;

type Labels<Choices extends readonly string[]> = Record<Choices[number], string>;

/** The values of the fields that are choices. */
export const CHOICE_LABELS: {
  status: Labels<typeof EVENT_STATUSES>;
  registration_kind: Labels<typeof REGISTRATION_KINDS>;
  transfer_policy: Labels<typeof TRANSFER_POLICIES>;
  transfer_initiator: Labels<typeof TRANSFER_INITIATORS>;
} = {
  status: {
    scheduled: 'Som planerat',
    cancelled: 'Inställt',
    postponed: 'Framflyttat, nytt datum ej klart',
  },
  registration_kind: { open: 'Öppen anmälan', lottery: 'Lottning' },
  transfer_policy: { unknown: 'Okänt', allowed: 'Tillåtet', forbidden: 'Förbjudet' },
  transfer_initiator: { seller: 'Säljaren', buyer: 'Köparen', organizer: 'Arrangören' },
};

/** Every field that admins edit, except the position. */
export type EventField = FactField | keyof typeof LABELS;

export const labelOf = (name: EventField): string =>
  FACTS.find((fact) => fact.name === name)?.label ?? LABELS[name as keyof typeof LABELS];
