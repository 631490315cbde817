/** Shown above results of which none has the words of the search. */
export const SimilarNotice = ({ q }: { q: string }) => (
  <p className="filter-notice">Inget passar exakt på ”{q.trim()}”. Här är det som liknar.</p>
);
