// Modules that several entry pages share. Importing them here puts them into the main bundle. Otherwise each is a separate
// chunk, and HTTP/1.1 fetches only six at a time.
import '../src/features/announcements/filter/counts';
import '../src/shared/search';
import './features/events/event-card';
import './platform/forms/use-send-once';
import './platform/navigation/use-url-state';
import './platform/session/return-to';
import './ui/field';
import './ui/filter-controls';
import './ui/search-form';
import './ui/segmented';
import './ui/similar-notice';
import './ui/tag';
import './ui/use-action';
import './ui/use-deferred';
import './ui/use-lost-focus';
