import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import {
  CREATED_AT,
  EVENT_ID,
  ORGANISER_ID,
  PROPOSAL_ID,
  SERIES_ID,
  UPDATED_AT,
} from '#src/shared/example-values.ts';

const BEFORE = { event_date: '2027-05-22' };
const AFTER = { event_date: '2027-05-29' };
const EXPIRES_AT = '2028-07-15T09:30:00.000Z';

/** In all schemas that are a proposal. */
const ofProposals = (field: string, description: string, example?: unknown): Texts =>
  Object.fromEntries(
    ['AdminProposal', 'proposal', 'OrganiserData.proposals'].map((schema) => [
      `${schema}.${field}`,
      [description, example],
    ]),
  );

export const texts: Texts = {
  organizer_confirmed_on: [
    'The day when the organiser last edited or confirmed the event; `null` if never.',
    '2027-01-15',
  ],
  organiser_id: ['The id of the organiser in the series.', ORGANISER_ID],
  created_by: ['The user name of the admin who mailed the first link.', 'anna'],
  revoked_at: ['When the link was revoked; `null` if it was not.', null],
  ...Object.fromEntries(
    ['Organiser', 'links'].map((schema) => [
      `${schema}.last_used_at`,
      ['When the link was last used, to the hour; `null` if never.', UPDATED_AT],
    ]),
  ),
  'Organiser.email': ['The e-mail address.', 'tavling@exempelloppet.example'],
  'Organiser.expires_at': ['When the link stops working.', EXPIRES_AT],
  'Organiser.is_active': ['Whether the link is neither revoked nor expired.', true],
  'Organiser.is_mailed': ['Whether the mail with the link has been composed and sent.', true],
  'OrganiserInput.email': ['The e-mail address.', 'tavling@exempelloppet.example'],
  'OrganiserView.email': ['The e-mail address that the link was mailed to.', 'tavling@exempelloppet.example'],
  'OrganiserView.expires_at': ['When the link stops working.', EXPIRES_AT],
  'OrganiserView.series': ['The series that the link is for.'],
  'OrganiserView.events': ['The editions, the latest first.'],
  'series.id': ['The id of the series.', SERIES_ID],
  'series.name': ['The name of the series.', 'Exempelloppet'],
  'series.url': ['The path of its page.', '/lopp/exempelloppet'],
  'OrganiserEvent.views': ['The page views of the last 30 days. Days without views are left out.'],
  'views.day': ['The day in Stockholm.', '2027-01-15'],
  'views.views': ['How often the page was shown.', 42],
  'OrganiserEvent.watchers': ['How many addresses watch the event or its series.', 12],
  selling: ['The number of open ads that sell a place.', 3],
  seeking: ['The number of open ads that seek a place.', 1],
  'OrganiserEvent.proposal': ['The own proposal that waits for review; `null` for none.'],
  ...ofProposals('created_at', 'When the proposal was made.', CREATED_AT),
  ...ofProposals('before', 'The values of the proposed fields when the proposal was made.', BEFORE),
  ...ofProposals('after', 'The proposed values.', AFTER),
  'ProposalReview.status': ['The decision.', 'approved'],
  'AdminProposal.event_id': ['The id of the event.', EVENT_ID],
  'AdminProposal.url': ['The path of the page of the event.', '/lopp/exempelloppet/2027'],
  organiser_email: ['The address of the organiser.', 'tavling@exempelloppet.example'],
  'AdminProposal.current': ['The values that the proposed fields have now.', BEFORE],
  'AdminProposal.conflicts': ['The fields that have changed since the proposal was made.', []],
  overwrite: ['Whether to approve although fields have changed since the proposal was made.', false],
  counted: ['Whether the view is counted: not for bots, and once in 30 minutes for an IP address.', true],
  'MyData.organiser': ['The links and proposals of the member’s address as an organiser.'],
  'OrganiserData.links': ['The mailed links.'],
  'OrganiserData.proposals': ['The proposed changes of events.'],
  series_name: ['The name of the series.', 'Exempelloppet'],
  'links.expires_at': ['When the link stops working.', EXPIRES_AT],
  'links.email': ['The e-mail address.', 'tavling@exempelloppet.example'],
  AdminProposal: ['A change of an event that an organiser proposes.'],
  Organiser: ['Somebody who edits the events of a series by a mailed link.'],
  OrganiserData: ['What is stored about an address of an organiser.'],
  OrganiserEvent: ['An event, as its organiser sees it.'],
  OrganiserView: ['What an organiser sees of their series.'],
  ViewCounted: ['Whether a view is counted.'],
};

/** Where the examples of the fields do not fit. */

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  'Organiser.id': ORGANISER_ID,
  'AdminProposal.id': PROPOSAL_ID,
  'ProposalReview.id': PROPOSAL_ID,
  'OrganisersOfSeries.id': SERIES_ID,
  'OrganiserInput.id': SERIES_ID,
  'OrganiserId.id': SERIES_ID,
};
