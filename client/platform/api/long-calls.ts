/** The operations that may take minutes (`mayTakeMinutes` on the server). A test compares the two. */
const LONG_CALLS: ReadonlySet<string> = new Set([
  'admin.bulk.edit',
  'admin.bulk.undo',
  'admin.duplicates.list',
  'admin.imports.undo',
  'admin.links.check',
  'admin.sources.acceptAll',
  'admin.sources.acceptChange',
  'admin.sources.fetch',
  'admin.work.get',
]);

export const isLongCall = (name: string): boolean => LONG_CALLS.has(name);
