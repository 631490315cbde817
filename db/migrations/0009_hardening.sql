CREATE TABLE "admin_login_addresses" (
	"admin_id" uuid NOT NULL,
	"address" text NOT NULL,
	"last_login" timestamp with time zone NOT NULL,
	CONSTRAINT "admin_login_addresses_admin_id_address_pk" PRIMARY KEY("admin_id","address")
);
--> statement-breakpoint
CREATE TABLE "marketplace_login_addresses" (
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"last_login" timestamp with time zone NOT NULL,
	CONSTRAINT "marketplace_login_addresses_user_id_address_pk" PRIMARY KEY("user_id","address")
);
--> statement-breakpoint
ALTER TABLE "marketplace_tokens" DROP CONSTRAINT "marketplace_tokens_purpose";--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "confirmed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "must_change_password" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "admin_login_addresses" ADD CONSTRAINT "admin_login_addresses_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marketplace_login_addresses" ADD CONSTRAINT "marketplace_login_addresses_user_id_marketplace_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marketplace_tokens" ADD CONSTRAINT "marketplace_tokens_purpose" CHECK ("marketplace_tokens"."purpose" in ('verification', 'reset', 'privacy'));--> statement-breakpoint
UPDATE "marketplace_usernames" AS taken SET "user_id" = NULL, "username" = '#' || encode(sha256(convert_to("username", 'UTF8')), 'hex') WHERE "user_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "marketplace_users" AS owner WHERE owner."id" = taken."user_id" AND owner."username" = taken."username");