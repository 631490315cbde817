import { csvOfEvents } from './events.ts';
import { type Product, startProduct } from './product.ts';

export const EVENTS = 5000;

export async function startFullProduct(): Promise<Product> {
  const product = await startProduct({ DEMO: '1' });
  const { length } = await product.events();
  await product.importCsv(csvOfEvents(EVENTS - length)[0] ?? '');
  const stored = (await product.events()).length;
  if (stored !== EVENTS) throw new Error(`The calendar has ${stored} events instead of ${EVENTS}.`);
  return product;
}
