import type { TitleWords } from '#src/features/imports/rows/title-words.ts';
import { isDistanceFor, splitDistances } from '#src/shared/distances.ts';
import { sportNamed } from '#src/shared/sports.ts';

export type Cells = Record<string, string>;

/** As the source has it. Without a key, its name, date and place identify it. `lengths` is used without `distances`. */
export type SourceItem = { number: number; key: string | undefined; cells: Cells };

const SPORT_LINE = /^([^:]{2,30}): (.+)$/;

/** The line `Löpning: 10 km, 21,1 km` of our feeds. Lines of several sports are parts of one race. */
export function sportLineCells(text: string): Cells {
  const lines = text.split('\n').flatMap((line) => {
    const [, name = '', distances = ''] = SPORT_LINE.exec(line.trim()) ?? [];
    const sport = sportNamed(name);
    return sport ? [{ sport, distances }] : [];
  });
  const last = lines.at(-1);
  if (!last || lines.some(({ sport }) => sport !== last.sport)) return {};
  const isList = splitDistances(last.distances).every((distance) => isDistanceFor(last.sport, distance));
  return { sport_type: last.sport, ...(isList && { distances: last.distances }) };
}

/** A source that has never said that a race is sold out does not say that it is not. */
export const stateCells = ({ status, soldOut }: TitleWords, ownStatus?: string): Cells => ({
  status: ownStatus ?? status ?? 'scheduled',
  ...(soldOut && { sold_out: 'true' }),
});
