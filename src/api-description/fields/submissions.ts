import { CREATED_AT, type Texts, UPDATED_AT } from './values.ts';

export const SUBMISSION_TEXTS: Texts = {
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
};
