import type { MyData } from '../../../src/features/privacy/contract';
import { dayInStockholm } from '../../../src/shared/dates';
import { fold } from '../../../src/shared/text';
import { saveText } from '../../platform/api/save-blob';

/** `loppkalendern-mina-uppgifter-2027-01-15.json`, with ASCII characters only. */
function fileNameOf({ site_name, created_at }: MyData): string {
  const site = fold(site_name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${site || 'kalender'}-mina-uppgifter-${dayInStockholm(new Date(created_at))}.json`;
}

export const saveData = (data: MyData): void =>
  saveText(JSON.stringify(data, null, 2), fileNameOf(data), 'application/json');
