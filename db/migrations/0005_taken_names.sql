CREATE TABLE "marketplace_usernames" (
	"username" text PRIMARY KEY NOT NULL,
	"user_id" uuid
);
--> statement-breakpoint
ALTER TABLE "marketplace_users" ADD COLUMN "is_contested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "marketplace_usernames" ADD CONSTRAINT "marketplace_usernames_user_id_marketplace_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "marketplace_usernames_by_user" ON "marketplace_usernames" USING btree ("user_id");--> statement-breakpoint
INSERT INTO "marketplace_usernames" ("username", "user_id") SELECT "username", "id" FROM "marketplace_users";
