/**
 * `fact` tells where visitors read the field as a line "label: value": on the card and the page of the race, on the page
 * alone, or nowhere, because it has a place of its own or is not shown. With `column`, the list in the portal can show it.
 */
type Shown = { label: string; fact?: 'card' | 'page'; column?: true };

/**
 * The label of each field of an event, and where it is shown, in the order of the facts. Without the schemas of `fields.ts`,
 * which the first load of the calendar does not need.
 */
export const SHOWN_FIELDS = {
  event_date: { label: 'Datum' },
  event_name: { label: 'Namn' },
  distances: { label: 'Distanser', column: true },
  sport_type: { label: 'Sport', column: true },
  event_end_date: { label: 'Slutdatum' },
  ort: { label: 'Ort', column: true },
  landskap: { label: 'Landskap', column: true },
  organizer: { label: 'Arrangör', fact: 'card', column: true },
  address: { label: 'Adress', fact: 'page' },
  race_link: { label: 'Länk till loppet' },
  result_link: { label: 'Länk till resultat' },
  additional_fields: { label: 'Extra fält' },
  status: { label: 'Läge' },
  status_note: { label: 'Om läget' },
  previous_dates: { label: 'Tidigare datum' },
  registration_opens_on: { label: 'Anmälan öppnar' },
  registration_closes_on: { label: 'Anmälan stänger' },
  registration_url: { label: 'Länk till anmälan' },
  registration_kind: { label: 'Anmälningssätt' },
  sold_out: { label: 'Fulltecknat' },
  transfer_policy: { label: 'Överlåtelse' },
  transfer_periods: { label: 'Perioder för namnbyte' },
  transfer_initiator: { label: 'Vem som begär namnbytet' },
  transfer_buyer_needs: { label: 'Köparen lämnar' },
  transfer_rules_url: { label: 'Länk till reglerna' },
  transfer_checked_on: { label: 'Reglerna kontrollerade' },
  ordinary_prices: { label: 'Ordinarie priser' },
  banner_text: { label: 'Bannertext' },
  banner_start_date: { label: 'Visas från' },
  banner_end_date: { label: 'Visas till' },
  banner_color: { label: 'Färg' },
} as const satisfies Record<string, Shown>;

/** Every field that admins edit, except the position. */
export type EventField = keyof typeof SHOWN_FIELDS;

export const labelOf = (name: EventField): string => SHOWN_FIELDS[name].label;

const shown: [string, Shown][] = Object.entries(SHOWN_FIELDS);

/** The fields with text that visitors read as facts on the page of the race, and those of the card. */
type Fact = {
  [Name in EventField]: (typeof SHOWN_FIELDS)[Name] extends { fact: string } ? Name : never;
}[EventField];
export const PAGE_FACTS = shown.flatMap(([name, { fact }]) => (fact ? [name as Fact] : []));
export const CARD_FACTS = shown.flatMap(([name, { fact }]) => (fact === 'card' ? [name as Fact] : []));

export type ColumnField = {
  [Name in EventField]: (typeof SHOWN_FIELDS)[Name] extends { column: true } ? Name : never;
}[EventField];
export const COLUMN_FIELDS = shown.flatMap(([name, { column }]) => (column ? [name as ColumnField] : []));
