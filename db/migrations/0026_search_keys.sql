-- The keys of searches are now those of the words that a race must have. They are made again at the start.
DELETE FROM "watched_searches";
