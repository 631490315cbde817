CREATE SEQUENCE "public"."announcement_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE FUNCTION "announcement_number"() RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT 'SP-' || lpad(n::text, greatest(4, length(n::text)), '0') FROM nextval('announcement_numbers') AS n
$$;--> statement-breakpoint
CREATE TABLE "marketplace_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "marketplace_tokens_purpose" CHECK ("marketplace_tokens"."purpose" in ('verification', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"announcement_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversations_one_each" UNIQUE("announcement_id","participant_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"message_text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reported_user_id" uuid NOT NULL,
	"reporter_id" uuid,
	"reporter_name" text NOT NULL,
	"reporter_email" text NOT NULL,
	"related_announcement_id" uuid,
	"reason" text NOT NULL,
	"description" text NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('fraud', 'fake_listing', 'harassment', 'spam', 'inappropriate', 'other')),
	CONSTRAINT "reports_status" CHECK ("reports"."status" in ('new', 'handled'))
);
--> statement-breakpoint
CREATE TABLE "marketplace_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ALTER COLUMN "order_number" SET DEFAULT announcement_number();--> statement-breakpoint
ALTER TABLE "marketplace_users" ADD COLUMN "username" text NOT NULL;--> statement-breakpoint
ALTER TABLE "marketplace_users" ADD COLUMN "password_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "marketplace_tokens" ADD CONSTRAINT "marketplace_tokens_user_id_marketplace_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_participant_id_marketplace_users_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_marketplace_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reported_user_id_marketplace_users_id_fk" FOREIGN KEY ("reported_user_id") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_marketplace_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."marketplace_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_related_announcement_id_announcements_id_fk" FOREIGN KEY ("related_announcement_id") REFERENCES "public"."announcements"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marketplace_sessions" ADD CONSTRAINT "marketplace_sessions_user_id_marketplace_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "marketplace_tokens_by_user" ON "marketplace_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "conversations_by_participant" ON "conversations" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "messages_by_conversation" ON "messages" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_unread" ON "messages" USING btree ("conversation_id","sender_id") WHERE "messages"."read_at" is null;--> statement-breakpoint
CREATE INDEX "messages_by_sender" ON "messages" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "reports_by_reported_user" ON "reports" USING btree ("reported_user_id");--> statement-breakpoint
CREATE INDEX "reports_by_reporter" ON "reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "reports_by_announcement" ON "reports" USING btree ("related_announcement_id");--> statement-breakpoint
CREATE INDEX "marketplace_sessions_by_user" ON "marketplace_sessions" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "marketplace_users" ADD CONSTRAINT "marketplace_users_username_unique" UNIQUE("username");--> statement-breakpoint
CREATE FUNCTION "announcements_outlive_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE announcements SET is_active = false, event_name = OLD.event_name, event_date = OLD.event_date
	WHERE event_id = OLD.id;
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER "announcements_outlive_event" BEFORE DELETE ON "events"
FOR EACH ROW EXECUTE FUNCTION "announcements_outlive_event"();
