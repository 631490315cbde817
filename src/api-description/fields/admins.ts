import { AUDIT_ENTRY_ID, EVENT_ID, type Texts } from './values';

export const ADMIN_TEXTS: Texts = {
  // Admins
  must_change_password: ['Whether the admin must choose a new password before doing anything else.', false],
  is_confirmed: ['Whether the password was entered in this session in the last 10 minutes.', true],
  'AdminLoginInput.username': ['The user name.', 'anna'],
  'AdminIdentity.username': ['The user name.', 'anna'],

  // Audit log
  admin: ['The user name of the admin.', 'anna'],
  action: ['What the admin did, such as `event.update`.', 'event.update'],
  record_id: ['The id of the changed record; `null` if the act is not about a single record.', EVENT_ID],
  record_name: ['A readable name of the record at that time.', 'Exempelloppet'],
  details: [
    'For backup imports: the number of changed records by collection. For changes of many events: their ids. Otherwise `null`.',
  ],
  added: ['The number of added records.', 3],
  replaced: ['The number of replaced records.', 1],
  removed: ['The number of removed records.', 0],
  before: [
    'The id of the last entry of the previous page, or a point in time. Without a time zone it is Stockholm time.',
    AUDIT_ENTRY_ID,
  ],

  'AdminObjection.user': ['The member.'],
  open_cases: ['The number of notices and objections without a decision.', 2],

  // Backups
  collections: ['The result of each collection, by its name.'],
  count: ['The number of records in the collection now.', 120],
  uploads: ['The uploaded files.'],
  size: ['The size in bytes.', 3],
  data: ['The content, as pieces in Base64.', ['AAEC']],
};
