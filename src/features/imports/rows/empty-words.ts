/** Cells that name nothing: words for "not known yet", and words and signs that repeat the row above. */

const UNKNOWN =
  /^(?:[-–—.?\s]+|t\.? ?b\.? ?[acd]\.?|(?:ort|plats|arrangör)?\s?(?:är )?(?:ej|inte|ännu inte|ännu ej) (?:klart?|bestämd|bestämt|fastställd|fastställt|satt)|meddelas senare|bestäms senare|kommer senare|okänd|okänt|oklart|vet ej|vet inte|uppgift saknas|ingen uppgift|n\/a)[.!?]?$/i;
const DITTO =
  /^(?:(?:samma|som|se|lika|same as)(?: som| plats| ort| adress| arrangör)* ?(?:ovan(?:stående)?|förra|föregående|raden (?:ovan|före)|rad \d+|above)?|d[:.]?o\.?|dito|ditto|idem|[-–—\s]*["”“″〃´'’,]{1,2}[-–—\s]*)\.?$/i;
const LENGTH_MAX = 60;

/** `TBA`, `?` or `ej bestämt`. */
export const isUnknown = (text: string): boolean => text.length <= LENGTH_MAX && UNKNOWN.test(text.trim());
/** `samma som ovan` or `-"-`. */
export const isDitto = (text: string): boolean => text.length <= LENGTH_MAX && DITTO.test(text.trim());
