import * as v from 'valibot';
import { fields, optionalText, text } from '#src/shared/fields.ts';
import { parseInstant } from '#src/shared/instants.ts';

/** Every kind of write by an admin, as `<feature>.<verb>`, with its text in the log (D24). */
export const ACTIONS = {
  'admin.login': 'Loggade in',
  'admin.login_failed': 'Misslyckad inloggning',
  'admin.logout': 'Loggade ut',
  'admin.confirm': 'Bekräftade sitt lösenord',
  'admin.confirm_failed': 'Skrev fel lösenord',
  'admin.change_password': 'Bytte lösenord',
  'admin.code_failed': 'Skrev fel kod, eller en använd kod',
  'admin.recovery_code': 'Använde en återställningskod',
  'admin.create': 'Lade till administratör',
  'admin.delete': 'Tog bort administratör',
  'admin.update': 'Ändrade sitt veckobrev',
  'admin.end_session': 'Avslutade session',
  'admin.end_sessions': 'Loggade ut överallt annars',
  'admin.add_totp': 'Lade till app för koder',
  'admin.remove_totp': 'Tog bort app för koder',
  'admin.add_passkey': 'Lade till passkey',
  'admin.rename_passkey': 'Döpte om passkey',
  'admin.remove_passkey': 'Tog bort passkey',
  'admin.recovery_codes': 'Gjorde nya återställningskoder',
  'clock.accept': 'Bekräftade klockan',
  'event.create': 'Lade till evenemang',
  'event.update': 'Ändrade evenemang',
  'event.delete': 'Tog bort evenemang',
  'event.reset_coordinates': 'Återställde evenemangets plats',
  'event.import': 'Importerade evenemang',
  'source.create': 'Lade till källa',
  'source.update': 'Ändrade källa',
  'source.delete': 'Tog bort källa',
  'source.fetch': 'Hämtade källa',
  'source.accept': 'Godkände ändringar från källa',
  'source.ignore': 'Ignorerade ändring från källa',
  'link.check': 'Kontrollerade länkar',
  'link.replace': 'Ersatte länk',
  'link.remove': 'Tog bort länk',
  'event.import_undo': 'Ångrade import',
  'event.restore': 'Återställde ändring av evenemang',
  'event.bulk_set': 'Ändrade flera evenemang',
  'event.bulk_delete': 'Tog bort flera evenemang',
  'event.bulk_undo': 'Ångrade ändring av flera evenemang',
  'event.merge': 'Slog ihop evenemang',
  'event.unmerge': 'Ångrade sammanslagning av evenemang',
  'event.distinct': 'Markerade evenemang som olika lopp',
  'series.update': 'Ändrade serie',
  'series.merge': 'Slog ihop serier',
  'organiser.invite': 'Mejlade länk till arrangör',
  'organiser.revoke': 'Återkallade arrangörs länk',
  'proposal.approve': 'Godkände arrangörs förslag',
  'proposal.reject': 'Avvisade arrangörs förslag',
  'submission.approve': 'Godkände förfrågan',
  'submission.reject': 'Avvisade förfrågan',
  'submission.delete': 'Tog bort förfrågan',
  'announcement.activate': 'Aktiverade annons',
  'announcement.deactivate': 'Inaktiverade annons',
  'announcement.delete': 'Tog bort annons',
  'account.update': 'Ändrade användare',
  'account.suspend': 'Stängde av användare',
  'account.unsuspend': 'Öppnade användare',
  'account.delete': 'Tog bort användare',
  'report.handle': 'Markerade rapport som hanterad',
  'report.reopen': 'Öppnade rapport igen',
  'notice.remove': 'Dolde annons efter anmälan',
  'notice.keep': 'Lät anmäld annons vara kvar',
  'objection.uphold': 'Stod fast efter invändning',
  'objection.reverse': 'Ändrade beslut efter invändning',
  'watch.lookup': 'Sökte bevakningar för en adress',
  'settings.update': 'Ändrade inforutan',
  'banner.create': 'Skapade banner',
  'banner.update': 'Ändrade banner',
  'banner.activate': 'Aktiverade banner',
  'banner.deactivate': 'Inaktiverade banner',
  'banner.move': 'Flyttade banner',
  'banner.delete': 'Tog bort banner',
  'banner.upload': 'Laddade upp fil',
  'contact.update_info': 'Ändrade kontaktinformation',
  'contact.read': 'Markerade meddelande som läst',
  'contact.unread': 'Markerade meddelande som oläst',
  'contact.delete': 'Tog bort meddelande',
  'backup.export': 'Exporterade backup',
  'backup.import': 'Importerade backup',
} as const;
export type Action = keyof typeof ACTIONS;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Unchanged rows are not counted. */
export const Changes = v.object({ added: count, replaced: count, removed: count });
export type Changes = v.InferOutput<typeof Changes>;

export const CollectionChanges = v.record(v.string(), Changes);
export type CollectionChanges = v.InferOutput<typeof CollectionChanges>;

/** The changes of a backup import by collection, or the ids of changed events. The log shows the first 100. */
export const AuditDetails = v.union([v.object({ event_ids: v.array(v.string()) }), CollectionChanges]);
export type AuditDetails = v.InferOutput<typeof AuditDetails>;

/** `record_name` is a readable name of the record at the time of the action, such as an event name. */
export const AuditEntry = v.object({
  id: v.string(),
  created_at: v.string(),
  admin: v.string(),
  action: v.picklist(Object.keys(ACTIONS) as Action[]),
  record_id: v.nullable(v.string()),
  record_name: v.nullable(v.string()),
  /** Null except for backup imports and changes of many events. */
  details: v.nullable(AuditDetails),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

/** Entries per response. */
export const AUDIT_PAGE_SIZE = 100;

const isId = (value: string) => v.is(v.pipe(v.string(), v.uuid()), value);

type BeforePosition = { id: string; instant?: never } | { id?: never; instant: string };

/** The id of the last entry of the previous page, or an instant. Without a time zone it is Stockholm time. */
const before = v.nullish(
  v.pipe(
    text(),
    v.trim(),
    v.check((value) => value === '' || isId(value) || parseInstant(value) !== undefined, 'request.invalid'),
    v.transform((value): BeforePosition | null => {
      if (isId(value)) return { id: value.toLowerCase() };
      const instant = parseInstant(value)?.toISOString();
      return instant ? { instant } : null;
    }),
  ),
  null,
);

export const AuditFilter = fields({
  admin: optionalText(),
  action: v.nullish(
    v.pipe(
      text(),
      v.trim(),
      v.check((value) => value === '' || Object.hasOwn(ACTIONS, value), 'request.invalid'),
      v.transform((value) => (value || null) as Action | null),
    ),
    null,
  ),
  before,
});
export type AuditFilter = v.InferOutput<typeof AuditFilter>;
