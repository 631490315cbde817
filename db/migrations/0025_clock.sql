CREATE TABLE "clock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"latest_seen" timestamp with time zone NOT NULL,
	"accepted_difference" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "clock_one_row" CHECK ("clock"."id" = 1)
);--> statement-breakpoint
-- What was stored last is the latest time that the releases before have seen.
INSERT INTO "clock" ("latest_seen")
SELECT max(at) FROM (
	SELECT max(created_at) AS at FROM audit_log UNION ALL
	SELECT max(created_at) FROM marketplace_sessions UNION ALL
	SELECT max(created_at) FROM admin_sessions UNION ALL
	SELECT max(created_at) FROM messages UNION ALL
	SELECT max(created_at) FROM announcements
) seen HAVING max(at) IS NOT NULL;
