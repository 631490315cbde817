// Modules that several entry pages share. Importing them here puts them into the main bundle. Otherwise each is a
// separate chunk, and HTTP/1.1 fetches only six at a time.
import '#src/features/announcements/filter/counts.ts';
import '#src/shared/search.ts';
import './features/events/card/event-card.tsx';
import './platform/navigation/use-url-state.ts';
import './platform/session/return-to.ts';
import './ui/field.tsx';
import './ui/filter-controls.tsx';
import './ui/search-form.tsx';
import './ui/segmented.tsx';
import './ui/similar-notice.tsx';
import './ui/tag.tsx';
import './ui/use-action.tsx';
import './ui/use-deferred.ts';
import './ui/use-lost-focus.ts';
