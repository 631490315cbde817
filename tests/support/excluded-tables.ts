/** The tables that a backup does not contain. */
export const EXCLUDED_TABLES: readonly string[] = [
  'admin_sessions',
  'admin_login_addresses',
  'admin_challenges',
  // Events that were deleted can be restored for days. A backup has what there was when it was made.
  'removed_events',
  'marketplace_sessions',
  'marketplace_tokens',
  'marketplace_login_addresses',
  'statement_links',
  'rate_limits',
  // What this machine's clock showed.
  'clock',
  'outbox',
  'audit_log',
  // Kept outside backups, so that importing one does not restore deleted accounts.
  'deleted_accounts',
  // Erased after 180 days, also where a backup would bring it back.
  'evidence',
  // Deleted after 14 days, and their confirmation mails are not in a backup either.
  'watch_requests',
  // Derived from the queries of the watches.
  'watched_searches',
  // What is not matched or mailed yet is no news after a backup is restored.
  'watch_changes',
  'watch_news',
  'watch_days',
];
