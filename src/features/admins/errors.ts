import type { ErrorRows } from '#src/shared/error-rows.ts';

export const ADMIN_ERRORS = {
  'admin.required': [400, 'Please fill in all fields', 'The user name or the password is missing.'],
  'admin.login_failed': [
    401,
    'Login failed. Please check your credentials.',
    'The user name or the password is wrong.',
  ],
  'admin.confirm_password': [
    403,
    'Skriv ditt lösenord igen för att fortsätta.',
    'The password was not entered in the last 10 minutes. Call `POST /admin/confirm`, then repeat the call.',
  ],
  'admin.must_change_password': [
    403,
    'Du måste välja ett eget lösenord innan du kan fortsätta.',
    'The admin must replace the generated password first, with `PUT /admin/password`.',
  ],
  'admin.password': [400, 'Ange ditt lösenord', 'The password is missing.'],
  'admin.wrong_password': [400, 'Fel lösenord. Försök igen.', 'The password is wrong.'],
  'admin.code_required': [
    401,
    'Skriv koden från din app, eller en återställningskod.',
    'The password is right, and a `code` is needed too.',
  ],
  'admin.passkey_required': [
    401,
    'Använd din passkey, eller skriv en kod.',
    'The password is right, and a `passkey` or a `code` is needed too.',
  ],
  'admin.code_failed': [
    401,
    'Koden eller passkeyn gick inte att godta. Försök igen.',
    'The code or passkey is wrong, or was used before.',
  ],
  'admin.confirm_code': [
    400,
    'Skriv koden från din app, eller en återställningskod.',
    'The admin has a second factor, so a `code` or `passkey` is needed too.',
  ],
  'admin.wrong_code': [
    400,
    'Koden stämmer inte eller är redan använd. Försök igen.',
    'The code or passkey is wrong, or was used before.',
  ],
  'admin.must_add_factor': [
    403,
    'Du måste lägga till tvåstegsinloggning innan du kan fortsätta.',
    'The calendar requires a second factor. Add one with `POST /admin/2fa/totp` or `POST /admin/2fa/passkeys`.',
  ],
  'admin.code': [400, 'Ange koden', 'The code is missing or too long.'],
  'admin.totp_exists': [
    409,
    'Du har redan en app för koder. Ta bort den först.',
    'The admin already has an app for codes.',
  ],
  'admin.totp_not_found': [404, 'Du har ingen app för koder.', 'The admin has no app for codes.'],
  'admin.totp_not_started': [
    409,
    'Börja om: det finns ingen kod att bekräfta.',
    'There is nothing to confirm. Call `POST /admin/2fa/totp` first.',
  ],
  'admin.passkey_invalid': [
    400,
    'Passkeyn gick inte att kontrollera. Försök igen.',
    'The response of the browser is malformed, too old, or for another site.',
  ],
  'admin.passkey_name': [400, 'Ge passkeyn ett namn', 'The name of the passkey is missing.'],
  'admin.passkey_exists': [409, 'Passkeyn är redan tillagd.', 'The passkey is already stored.'],
  'admin.too_many_passkeys': [409, 'Du kan ha högst 10 passkeys.', 'The admin has 10 passkeys.'],
  'admin.passkey_not_found': [404, 'Passkeyn finns inte.', 'The admin has no such passkey, or none at all.'],
  'admin.no_factor': [
    409,
    'Lägg till en app för koder eller en passkey först.',
    'The admin has no second factor.',
  ],
  'admin.not_found': [404, 'Administratören finns inte.', 'The admin does not exist.'],
  'admin.exists': [
    409,
    'Det finns redan en administratör med det namnet.',
    'Another admin has that user name.',
  ],
  'admin.last': [409, 'Den sista administratören kan inte tas bort.', 'The last admin cannot be removed.'],
  'admin.name': [
    400,
    'Användarnamnet får ha bokstäver a–z, siffror, punkter, bindestreck och understreck.',
    'The user name has other characters than letters, digits, dots, hyphens and underscores.',
  ],
  'admin.session_not_found': [404, 'Sessionen finns inte.', 'The session does not exist.'],
  'admin.digest_email': [
    400,
    'Ange en e-postadress att skicka veckobrevet till.',
    'The digest needs an e-mail address.',
  ],
} as const satisfies ErrorRows;
