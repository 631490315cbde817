import { CREATED_AT, EVENT_ID, type Texts } from './values.ts';

export const COMMON_TEXTS: Texts = {
  id: ['The id of the record (UUIDv7).', EVENT_ID],
  created_at: ['When the record was created.', CREATED_AT],
  message: ['A message for people, in Swedish.'],
  version: [
    'Grows with each change. In a request: the version that the change is based on, or `null` to skip the check.',
    3,
  ],
  website: ['Leave it out. People do not see this field in forms; if it has a value, nothing is stored.'],
};
