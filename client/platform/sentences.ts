/** What the toasts of section 8 say when a form could not be sent. The server never says these: they are the client's. */
export const FAILED = {
  contact: 'Fel vid skickande av meddelande. Försök igen.',
  submission: 'Fel vid skickande av evenemang. Försök igen.',
} as const;
