CREATE TABLE "mail_stops" (
	"mailbox_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "admin_sessions" ALTER COLUMN "confirmed_at" DROP DEFAULT;