import type { ErrorRows } from '#src/shared/error-rows.ts';

export const ACCOUNT_ERRORS = {
  'account.required': [400, 'Vänligen fyll i alla fält', 'A required field is missing.'],
  'account.name': [400, 'Namn måste anges', 'The name is missing.'],
  'account.name_address': [
    400,
    'Namnet får inte innehålla en webbadress eller e-postadress.',
    'The name contains a web or e-mail address.',
  ],
  'account.name_phone': [
    400,
    'Namnet får inte innehålla ett telefonnummer.',
    'The name contains a phone number.',
  ],
  'account.phone': [
    400,
    'Telefonnumret får inte innehålla en webbadress eller e-postadress.',
    'The phone number contains a web or e-mail address.',
  ],
  'account.name_characters': [
    400,
    'Namnet innehåller tecken som inte går att använda i ett namn.',
    'The name contains characters that are not allowed in names.',
  ],
  'account.name_scripts': [
    400,
    'Skriv namnet med bokstäver från ett och samma alfabet.',
    'The name mixes letters of several alphabets.',
  ],
  'account.name_reserved': [
    400,
    'Namnet innehåller ett ord som bara vi får använda, till exempel admin eller support.',
    'The name contains a reserved word such as `admin`, or the name of the site.',
  ],
  'account.not_found': [404, 'Användaren finns inte.', 'The member does not exist.'],
  'account.email_locked': [400, 'E-postadress kan inte ändras', 'The e-mail address cannot be changed.'],
  'user.required': [400, 'Alla fält måste fyllas i', 'A required field is missing.'],
  'password.weak': [400, 'Lösenordet uppfyller inte kraven', 'The password does not meet the rules.'],
  'password.common': [
    400,
    'Lösenordet är ett av de vanligaste. Välj ett annat.',
    'The password is one of the 10,000 most common ones.',
  ],
  'password.mismatch': [400, 'Lösenorden matchar inte', 'The two passwords differ.'],
  'password.same': [400, 'Välj ett annat lösenord än det du har nu.', 'The new password is the current one.'],
  'password.too_short': [
    400,
    'Lösenordet måste vara minst 8 tecken',
    'The password has fewer than 8 characters.',
  ],
  'login.failed': [
    401,
    'Felaktig e-post eller lösenord.',
    'The login failed: the account does not exist or the password is wrong.',
  ],
  'login.unverified': [
    401,
    'Please verify your e-mail address before you log in.',
    'The e-mail address is not verified yet.',
  ],
  'login.suspended': [401, 'This account is suspended.', 'The account is suspended.'],
  'verification.invalid': [
    400,
    'Verifieringslänken är ogiltig eller har gått ut.',
    'The token of the link is invalid or expired.',
  ],
  'forgot.email': [400, 'Ange din e-postadress', 'The e-mail address is missing.'],
  'reset.required': [400, 'Fyll i alla fält', 'A required field is missing.'],
  'reset.invalid': [
    400,
    'Ogiltig eller utgången återställningslänk',
    'The token of the link is invalid, expired or already used.',
  ],
} as const satisfies ErrorRows;
