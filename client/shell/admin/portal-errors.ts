import { addErrors } from '#client/platform/api/error-texts.ts';
import { ADMIN_ERRORS } from '#src/features/admins/errors.ts';
import { BACKUP_ERRORS } from '#src/features/backup/errors.ts';
import { BANNER_ERRORS } from '#src/features/banners/errors.ts';
import { DUPLICATE_ERRORS } from '#src/features/duplicates/errors.ts';
import { HISTORY_ERRORS } from '#src/features/history/errors.ts';
import { IMPORT_ERRORS } from '#src/features/imports/errors.ts';
import { LINK_ERRORS } from '#src/features/links/errors.ts';
import { SETTINGS_ERRORS } from '#src/features/marketplace-settings/errors.ts';
import { OBJECTION_ERRORS } from '#src/features/objections/errors.ts';
import { ORGANISER_ERRORS } from '#src/features/organisers/errors.ts';
import { SOURCE_ERRORS } from '#src/features/sources/errors.ts';
import { SUBMISSION_ERRORS } from '#src/features/submissions/errors.ts';

addErrors({
  ...SOURCE_ERRORS,
  ...ORGANISER_ERRORS,
  ...SUBMISSION_ERRORS,
  ...OBJECTION_ERRORS,
  ...LINK_ERRORS,
  ...DUPLICATE_ERRORS,
  ...HISTORY_ERRORS,
  ...IMPORT_ERRORS,
  ...BANNER_ERRORS,
  ...BACKUP_ERRORS,
  ...ADMIN_ERRORS,
  ...SETTINGS_ERRORS,
});
