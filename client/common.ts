// Modules that several entry pages share. Importing them here puts them into the main bundle. Otherwise each is a
// separate chunk, and HTTP/1.1 fetches only six at a time.
import '#src/features/announcements/fields.ts';
import '#src/features/announcements/filter/counts.ts';
import '#src/features/events/filter/active.ts';
import '#src/features/events/filter/feed.ts';
import '#src/shared/feeds.ts';
import './features/announcements/ad-event-state.tsx';
import './features/conversations/selection.ts';
import './features/events/card/event-card.tsx';
import './features/events/follow/follow-button.tsx';
import './platform/navigation/title.ts';
import './platform/navigation/use-typed-text.ts';
import './platform/navigation/use-url-state.ts';
import './platform/session/return-to.ts';
import './ui/checkbox.tsx';
import './ui/field.tsx';
import './ui/filter-controls.tsx';
import './ui/pager.tsx';
import './ui/search-form.tsx';
import './ui/segmented.tsx';
import './ui/similar-notice.tsx';
import './ui/tag.tsx';
import './ui/use-action.tsx';
import './ui/use-debounced.ts';
import './ui/use-deferred.ts';
import './ui/use-lost-focus.ts';
