import { readEventSheet } from '#src/features/imports/rows/spreadsheet.ts';
import { bytesOf } from './bytes.ts';
import { type Grid, utf8 } from './event-files.ts';

export const HEADER = ['event_date', 'event_name', 'distances', 'sport_type'];
export const ROW = ['2027-05-22', 'Göteborgsvarvet', '21,1 km', 'Löpning'];
export const read = async (file: Uint8Array | string, name = 'fil.csv') =>
  (await readEventSheet(typeof file === 'string' ? bytesOf(file) : file, name)).rows;
export const readGrid = (grid: Grid) => read(utf8(grid));
