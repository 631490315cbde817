import type { Examples, Texts } from '#src/platform/openapi/texts.ts';
import { ADMIN_ID, AUDIT_ENTRY_ID, EVENT_ID } from '#src/shared/example-values.ts';

export const texts: Texts = {
  // Admins
  must_change_password: ['Whether the admin must choose a new password before doing anything else.', false],
  must_add_factor: ['Whether the admin must add a second factor before doing anything else.', false],
  has_totp: ['Whether the admin has an app for codes.', true],
  has_passkey: ['Whether the admin has a passkey.', false],
  passkey_count: ['The number of passkeys.', 1],
  wants_digest: ['Whether the weekly digest is mailed to the admin.', true],
  is_self: ['Whether this is the caller.', true],
  is_confirmed: ['Whether the password was entered in this session in the last 10 minutes.', true],
  'AdminLoginInput.username': ['The user name.', 'anna'],
  'AdminIdentity.username': ['The user name.', 'anna'],
  'AdminListItem.must_change_password': ['Whether the admin has not chosen a password yet.', false],
  'AdminListItem.username': ['The user name.', 'anna'],
  'AdminListItem.last_login': ['When the admin last logged in; `null` before that.'],
  'AddAdminInput.username': [
    'The user name: letters, digits, dots, hyphens and underscores, in any case.',
    'anna',
  ],
  'AddAdminInput.password': [
    'A password for the first login, with the rules of new passwords.',
    'Ordning2027',
  ],
  'AddedAdmin.username': ['The user name.', 'anna'],

  // Sessions of admins
  'SessionFilter.all': ['Whether to list the sessions of all admins.', false],
  device: ['The browser and the system, in Swedish; `null` if they are unknown.', 'Chrome på Windows'],
  'AdminSessionItem.last_used_at': [
    'When the session was last used, at most 5 minutes late.',
    '2027-01-15T09:00:00.000Z',
  ],
  'Passkey.last_used_at': [
    'When the passkey was last used; `null` before the first time.',
    '2027-01-15T09:00:00.000Z',
  ],
  has_second_factor: ['Whether the login had a second factor.', true],
  is_current: ['Whether this is the session of the call.', true],
  'AdminSessionItem.username': ['The user name of the admin.', 'anna'],

  // Second factors
  code: ['A code of the app, or a recovery code. Spaces and hyphens are ignored.', '123456'],
  'TotpConfirmInput.code': ['The code that the app shows.', '123456'],
  passkey: ['The response of `navigator.credentials.get` (for a new passkey, of `create`), as JSON.'],
  'passkey.id': ['The id of the passkey in base64url.', 'kq1JhQ3Zb2M'],
  'AddPasskeyInput.name': ['A name for people.', 'Telefonen'],
  response: ['What the authenticator responded.'],
  clientDataJSON: ['What the browser signed, in base64url.', 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'],
  attestationObject: ['The new public key, in base64url.', 'o2NmbXRkbm9uZQ'],
  authenticatorData: ['What the authenticator signed, in base64url.', 'SZYN5YgOjGh0NBcP'],
  signature: ['The signature in base64url.', 'MEUCIQDx'],
  transports: ['How the browser reaches the passkey.', ['internal']],
  passkeys: ['The passkeys, the oldest first.'],
  'Passkey.id': ['The id of the passkey in base64url.', 'kq1JhQ3Zb2M'],
  'Passkey.name': ['The name that the admin gave it.', 'Telefonen'],
  'RenamePasskeyInput.name': ['The new name.', 'Telefonen'],
  'RenamePasskeyInput.id': ['The id of the passkey in base64url.', 'kq1JhQ3Zb2M'],
  'PasskeyIdInput.id': ['The id of the passkey in base64url.', 'kq1JhQ3Zb2M'],
  'AddPasskeyResult.id': ['The id of the passkey in base64url.', 'kq1JhQ3Zb2M'],
  recovery_codes: [
    'Ten codes that are never returned again; empty if earlier ones are still valid.',
    ['JBSW-Y3DP-EHPK-3PXP'],
  ],
  recovery_codes_left: ['The number of recovery codes that were not used.', 9],
  is_required: ['Whether the calendar requires a second factor of all admins.', false],
  secret: ['The secret in Base32, to type into an app.', 'JBSWY3DPEHPK3PXP'],
  uri: [
    'The secret as an address, for a QR code.',
    'otpauth://totp/Loppkalendern:anna?secret=JBSWY3DPEHPK3PXP&issuer=Loppkalendern',
  ],
  'PasskeyOptions.challenge': ['The challenge in base64url.', 'p8ZsNmRkYwQ'],

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
  AddedAdmin: ['The new admin.'],
  AddPasskeyResult: ['The new passkey, and recovery codes after the first factor.'],
  AdminIdentity: ['The logged-in admin.'],
  AdminListItem: ['An admin in the list.'],
  AdminLoginResult: ['The token of a new admin session.'],
  AdminSessionItem: ['A session of an admin.'],
  ChangePasswordResult: ['The token of the session that replaces all others.'],
  Factors: ['The second factors of an admin.'],
  PasskeyAssertion: ['The response of `navigator.credentials.get`.'],
  PasskeyAttestation: ['The response of `navigator.credentials.create`.'],
  Passkey: ['A passkey of an admin.'],
  PasskeyOptions: ['Options for `navigator.credentials`, with a challenge.'],
  RecoveryCodes: ['New recovery codes.'],
  TotpStart: ['The secret of an app for codes.'],
};

/** Examples where those of the fields do not fit. */
export const examples: Examples = {
  'AdminIdentity.id': ADMIN_ID,
  'admin_acts.action': 'account.update',
  'ChangePasswordResult.message': 'Lösenordet är bytt.',
  'admin.admins.confirm.message': 'Lösenordet är bekräftat.',
};
