import { findNamedPlace } from '../filter/place-names.ts';
import { type Understood, understand } from './understand.ts';

export const isPlace = (name: string): boolean => findNamedPlace(name) !== null;

/** What a query says, by all places of the gazetteer. */
export const understandSearch = (q: string, today: string): Understood => understand(q, today, isPlace);
