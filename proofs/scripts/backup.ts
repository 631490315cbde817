import type { TestApp } from '#tests/support/app.ts';
import type { Document } from '#tests/support/backup.ts';
import type { PayloadPlanter } from './payloads.ts';
import type { ApiResults } from './through-api.ts';

/** Columns that accept any text in a backup. */
const FREE_TEXT_COLUMNS = new Set([
  'event_name',
  'ort',
  'address',
  'organizer',
  'banner_text',
  'status_note',
  'title',
  'description',
  'name',
  'subject',
  'message',
  'message_text',
  'reporter_name',
  'submitter_name',
  'submitter_phone',
  'admin_comments',
  'reviewed_by',
  'distance',
  'company_name',
  'phone',
  'phone_number',
  'business_hours',
  'info_box_title',
  'info_box_warning',
]);
const DEFAULT_MAX_LENGTH = 200;
/** Maximum lengths of columns, where they are not `DEFAULT_MAX_LENGTH`. */
const MAX_LENGTHS: Record<string, number> = {
  ...Object.fromEntries(
    [
      'address',
      'banner_text',
      'description',
      'message',
      'message_text',
      'submitter_phone',
      'admin_comments',
      'business_hours',
      'info_box_warning',
      'value',
    ].map((key) => [key, 5000]),
  ),
  distance: 60,
  phone_number: 50,
};
const fitToColumn = (key: string, payload: string) =>
  payload.slice(0, MAX_LENGTHS[key] ?? DEFAULT_MAX_LENGTH).toWellFormed();

/** Columns that an import validates like a form. */
const VALIDATED_COLUMNS = [
  'race_link',
  'result_link',
  'link_url',
  'external_url',
  'file_url',
  'sport_type',
  'landskap',
  'submitter_email',
  'reporter_email',
  'order_number',
];

/** An import must refuse some collection if a validated column has payloads, and accept payloads in all free texts. */
export async function sendPayloadsThroughBackup(
  app: TestApp,
  headers: Record<string, string>,
  planter: PayloadPlanter,
  sent: ApiResults,
): Promise<void> {
  const text = await (await fetch(`${app.url}/api/admin/backup/export`, { headers })).text();
  const send = async (document: Document) => {
    const form = new FormData();
    form.append('file', new Blob([JSON.stringify(document)]), 'backup.json');
    const response = await fetch(`${app.url}/api/admin/backup/import`, {
      method: 'POST',
      headers,
      body: form,
    });
    const { collections = {} } = (await response.json()) as {
      collections?: Record<string, { status: string }>;
    };
    return {
      status: response.status,
      refusedCollections: Object.keys(collections).filter((name) => collections[name]?.status !== 'success'),
    };
  };
  const documentWithPayloads = (pick: (key: string) => boolean): Document => {
    const document = JSON.parse(text) as Document;
    for (const [name, rows] of Object.entries(document.collections))
      for (const [at, row] of rows.entries())
        for (const [key, value] of Object.entries(row)) {
          if (key === 'additional_fields' && pick(key))
            row[key] = [
              {
                label: fitToColumn('label', planter.payloadFor(`backup.${name}.label`, at)),
                value: fitToColumn('value', planter.payloadFor(`backup.${name}.value`, at)),
              },
            ];
          else if ((typeof value === 'string' || VALIDATED_COLUMNS.includes(key)) && pick(key))
            row[key] = fitToColumn(key, planter.payloadFor(`backup.${name}.${key}`, at));
        }
    return document;
  };
  for (const key of VALIDATED_COLUMNS) {
    const { refusedCollections } = await send(documentWithPayloads((one) => one === key));
    if (refusedCollections.length === 0) sent.problems.push(`backup: ${key} was accepted`);
    sent.refused++;
  }
  const { status, refusedCollections } = await send(
    documentWithPayloads((key) => FREE_TEXT_COLUMNS.has(key) || key === 'additional_fields'),
  );
  if (status !== 200 || refusedCollections.length > 0)
    sent.problems.push(`backup: ${status}, refused ${refusedCollections}`);
  sent.accepted++;
}
