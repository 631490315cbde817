import type { MyData } from '../../../src/features/privacy/contract';
import { dayInStockholm } from '../../../src/shared/dates';
import { fold } from '../../../src/shared/text';
import { saveText } from '../../platform/api/save-blob';

/** `loppkalendern-mina-uppgifter-2027-01-15.json`, in letters that every file system takes. */
function nameOf({ site_name, created_at }: MyData): string {
  const site = fold(site_name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${site || 'kalender'}-mina-uppgifter-${dayInStockholm(new Date(created_at))}.json`;
}

/** Hands a member's data to the browser as a file. */
export const saveData = (data: MyData): void =>
  saveText(JSON.stringify(data, null, 2), nameOf(data), 'application/json');
