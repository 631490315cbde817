/** A description and an example of each field. A key with a dot is a field of one schema or object. */
export type Texts = Record<string, [description: string, example?: unknown]>;

export const EVENT_ID = '0198c0de-0000-7000-8000-000000000001';
export const AD_ID = '0198c0de-0000-7000-8000-000000000002';
export const OWNER_ID = '0198c0de-0000-7000-8000-000000000003';
export const BUYER_ID = '0198c0de-0000-7000-8000-000000000004';
export const CONVERSATION_ID = '0198c0de-0000-7000-8000-000000000005';
export const MESSAGE_ID = '0198c0de-0000-7000-8000-000000000006';
export const REPORT_ID = '0198c0de-0000-7000-8000-000000000007';
export const PROPOSAL_ID = '0198c0de-0000-7000-8000-000000000008';
export const BANNER_ID = '0198c0de-0000-7000-8000-000000000009';
export const CONTACT_MESSAGE_ID = '0198c0de-0000-7000-8000-00000000000a';
export const AUDIT_ENTRY_ID = '0198c0de-0000-7000-8000-00000000000b';
export const ADMIN_ID = '0198c0de-0000-7000-8000-00000000000c';
export const NOTICE_ID = '0198c0de-0000-7000-8000-000000000010';
export const STATEMENT_ID = '0198c0de-0000-7000-8000-000000000011';
export const WATCH_ID = '0198c0de-0000-7000-8000-000000000012';
export const ORGANISER_ID = '0198c0de-0000-7000-8000-000000000013';
export const SERIES_ID = '0198c0de-0000-7000-8000-00000000000e';
export const OTHER_SERIES_ID = '0198c0de-0000-7000-8000-00000000000f';
export const REVISION_ID = '0198c0de-0000-7000-8000-000000000013';
export const BATCH_ID = '0198c0de-0000-7000-8000-000000000014';

export const TOKEN = 'dGhpcy1pcy1hbi1leGFtcGxlLXRva2VuLW5vdC1yZWFs';
export const PASSWORD = 'Exempel-Losen-27';
export const CREATED_AT = '2027-01-15T09:30:00.000Z';
export const UPDATED_AT = '2027-01-16T18:05:00.000Z';
