import { saveText } from '#client/platform/api/save-blob.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { fold } from '#src/shared/text.ts';

/** `loppkalendern-mina-uppgifter-2027-01-15.json`, with ASCII characters only. */
function fileNameOf({ site_name, created_at }: MyData): string {
  const site = fold(site_name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${site || 'kalender'}-mina-uppgifter-${dayInStockholm(new Date(created_at))}.json`;
}

export const saveData = (data: MyData): void =>
  saveText(JSON.stringify(data, null, 2), fileNameOf(data), 'application/json');
