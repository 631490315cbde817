// What the browser fetches when somebody searches, as one file.
export { searchOver } from './find.ts';
export { searchOf } from './races.ts';
export { mayNamePlace, understand } from './understand.ts';
