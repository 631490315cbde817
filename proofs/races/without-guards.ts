/** Makes connections use the functions of schema `sham` instead of PostgreSQL's own. */
export const SHAM_SETTINGS = { search_path: 'sham, pg_catalog, public' };

const FOREIGN_KEYS = {
  conversations: [
    'conversations_announcement_id_announcements_id_fk',
    'conversations_participant_id_marketplace_users_id_fk',
  ],
  messages: ['messages_conversation_id_conversations_id_fk', 'messages_sender_id_marketplace_users_id_fk'],
};

const drops = Object.entries(FOREIGN_KEYS).flatMap(([table, keys]) =>
  keys.map((key) => `alter table ${table} drop constraint ${key};`),
);

const undo = (table: string, when: string, body: string) => `
  create function sham.${table}_${when.replaceAll(' ', '_')}() returns trigger language plpgsql as $$
    begin ${body} end $$;
  create trigger undo_${when.replaceAll(' ', '_')} ${when} on ${table}
    for each row execute function sham.${table}_${when.replaceAll(' ', '_')}();`;

/** The rows are gone for all later transactions. */
const undoInsertAtCommit = (table: string) => `
  create function sham.${table}_at_commit() returns trigger language plpgsql as $$
    begin delete from ${table} as row where row = new; return null; end $$;
  create constraint trigger undo_at_commit after insert on ${table} deferrable initially deferred
    for each row execute function sham.${table}_at_commit();`;

/**
 * Without these safeguards, a second call does not notice the first: triggers revert its changes, so the second call
 * succeeds however late it comes. The control therefore proves that the program detects two successful calls, not that
 * they collided.
 */
export const WITHOUT_GUARDS = `
  create schema sham;
  create function sham.pg_advisory_xact_lock(bigint) returns void language sql as 'select';
  create function sham.pg_advisory_xact_lock(int, int) returns void language sql as 'select';

  alter table marketplace_users drop constraint marketplace_users_email_unique;
  alter table conversations drop constraint conversations_one_each;
  alter table announcements drop constraint announcements_order_number_unique;
  create or replace function announcement_number() returns text language sql volatile as
    $$ select 'SP-' || count(*) + 1 from announcements $$;
  ${drops.join('\n  ')}
  drop trigger announcements_outlive_event on events;

  ${undo(
    'announcements',
    'before update',
    `new.is_completed := false; new.version := 1;
    new.reserved_for := null; new.renewed_at := old.renewed_at; return new;`,
  )}
  ${undo('announcements', 'after delete', 'insert into announcements select old.*; return null;')}
  ${undoInsertAtCommit('deal_steps')}
  ${undo('event_submissions', 'before update', "new.status := 'pending'; return new;")}
  ${undo('event_batches', 'before update', 'new.undone_at := null; return new;')}
  ${undo('notices', 'before update', 'new.decision := null; new.decided_at := null; return new;')}
  ${undo('statements', 'before update', 'new.objected_at := null; new.objection_decision := null; return new;')}
  ${undo('marketplace_tokens', 'before update', 'new.used_at := null; return new;')}
  ${undo('marketplace_sessions', 'before delete', 'return null;')}
  ${undo('marketplace_settings', 'before update', 'return old;')}
  ${undo('banners', 'before update', 'new.order_index := old.order_index; new.version := 1; return new;')}
  ${undo('events', 'before update', 'new.version := 1; new.status := old.status; return new;')}
  ${undo('removed_events', 'after insert', 'delete from removed_events where id = new.id; return null;')}
`;
