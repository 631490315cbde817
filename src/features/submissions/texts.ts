import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { CREATED_AT, EVENT_ID, PROPOSAL_ID, UPDATED_AT } from '#src/shared/example-values.ts';

export const texts: Texts = {
  status: ['The status.', 'pending'],
  submitter_name: ['The name of the submitter.', 'Karin Ek'],
  submitter_email: ['The e-mail address of the submitter.', 'karin@example.se'],
  submitter_phone: ['The phone number of the submitter.', '070-123 45 67'],
  submitted_at: ['When the proposal was submitted.', CREATED_AT],
  admin_comments: [
    'The comment of the admin who reviewed the proposal.',
    'Kontrollerat mot arrangörens sida.',
  ],
  reviewed_at: ['When the proposal was reviewed; `null` while it is pending.', UPDATED_AT],
  reviewed_by: ['The user name of the admin who reviewed the proposal; `null` while it is pending.', 'anna'],
  invite_organiser: ['Whether the submitter gets a link to edit the race as its organiser.', false],
  duplicates: ['Events on the same day with the same name, while the proposal is pending.'],
  AdminSubmission: ['A proposed event.'],
  ReviewedSubmission: ['The reviewed proposal, with a message.'],
  SubmissionReceipt: ['The stored proposal, with a message.'],
};

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  'AdminSubmission.id': PROPOSAL_ID,
  'ReviewedSubmission.id': PROPOSAL_ID,
  'SubmissionReceipt.id': PROPOSAL_ID,
  'SubmissionId.id': PROPOSAL_ID,
  'ReviewInput.id': PROPOSAL_ID,
  'ReviewedSubmission.status': 'approved',
  'AdminSubmission.admin_comments': null,
  'AdminSubmission.reviewed_at': null,
  'AdminSubmission.reviewed_by': null,
  'duplicates.id': EVENT_ID,
  'ReviewedSubmission.duplicates': [],
  'public.submissions.submit.message': 'Tack! Ditt lopp har skickats in för granskning.',
  'SubmissionReceipt.message': 'Tack! Ditt lopp har skickats in för granskning.',
  'ReviewedSubmission.message': 'Förfrågan har godkänts.',
  'admin.submissions.delete.message': 'Förfrågan har tagits bort.',
};
