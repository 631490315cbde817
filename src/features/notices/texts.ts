import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { NOTICE_ID, UPDATED_AT } from '#src/shared/example-values.ts';

/** Notices, statements of reasons and objections. */
export const texts: Texts = {
  reference: ['What people quote when they write about the case.', '3F2A9B1C'],
  explanation: ['Why the ad should be removed.', 'Annonsen säljer en plats som inte går att överlåta.'],
  good_faith: ['Whether the sender assures that the notice is made in good faith. Must be `true`.', true],
  decision: ['`removed` if the ad must not be shown, `kept` if it may.', 'removed'],
  'ObjectionDecisionInput.decision': [
    '`upheld` to let the decision stand, `reversed` to undo it.',
    'reversed',
  ],
  ground: [
    'The rule or law that the decision is based on; `null` for the rules of the market in general.',
    'Regel 1 på Startplatsmarknaden: Bara startplatser som får överlåtas',
  ],
  facts: ['What happened, for the person whom the decision is about.', 'Loppet tillåter inte namnbyte.'],
  decided_at: ['When it was decided; `null` while it is open.', UPDATED_AT],
  objection: [
    'What the member wrote against the decision; `null` if nothing.',
    'Arrangören har ändrat reglerna.',
  ],
  objected_at: ['When the member objected.', UPDATED_AT],
  objection_decision: [
    '`upheld` if the decision stands, `reversed` if it was undone; `null` while the objection is open.',
    'reversed',
  ],
  objection_answer: ['The answer to the member.', 'Du har rätt: annonsen visas igen.'],
  objection_decided_at: ['When the objection was decided.', UPDATED_AT],
  answer: ['The answer to the member.', 'Du har rätt: annonsen visas igen.'],
  text: ['Why the decision is wrong.', 'Arrangören har ändrat reglerna.'],
  'AdminNotice.announcement': ['What the ad says, or said when it was deleted; `null` if it is not known.'],
  'AdminNotice.kept_until': [
    'When that is erased, if the ad was deleted; otherwise `null`.',
    '2027-07-15T09:30:00.000Z',
  ],
  kept_until: [
    'When the report is erased, if its ad, conversation or member was deleted; otherwise `null`.',
    '2027-07-15T09:30:00.000Z',
  ],
  kept_facts: [
    'What is kept with the report if its ad, conversation or member was deleted; otherwise `null`.',
  ],
  reported_email: ['The e-mail address of the reported member.', 'sven@example.se'],
  by: ['Who wrote the message: the reporter or the reported member.', 'reported'],
  statements: ['Decisions against the member, with their objections.'],
  notices: ['Notices about ads from the e-mail address of the member.'],
  AdminNotice: ['A notice about an ad.'],
  SentNotice: ['A notice that the member sent.'],
};

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  ...Object.fromEntries(
    ['AdminNotice', 'NoticeDecisionInput', 'NoticeInput', 'SentNotice', 'notices'].flatMap((schema) => [
      [`${schema}.id`, NOTICE_ID],
      [`${schema}.url`, '/marketplace/annons/SP-1042'],
      [`${schema}.name`, 'Karin Ek'],
      [`${schema}.email`, 'karin@example.se'],
    ]),
  ),
  'public.notices.create.message':
    'Tack för din anmälan! Vi har mejlat dig en bekräftelse och mejlar igen när vi har fattat ett beslut.',
};
