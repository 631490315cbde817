CREATE TABLE "member_blocks" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id"),
	CONSTRAINT "member_blocks_two_members" CHECK ("member_blocks"."blocker_id" <> "member_blocks"."blocked_id")
);
--> statement-breakpoint
CREATE TABLE "deal_steps" (
	"conversation_id" uuid NOT NULL,
	"step" text NOT NULL,
	"done_by" uuid NOT NULL,
	"done_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deal_steps_conversation_id_step_pk" PRIMARY KEY("conversation_id","step"),
	CONSTRAINT "deal_steps_step" CHECK ("deal_steps"."step" in ('agreed', 'transfer_requested', 'organizer_confirmed', 'paid', 'done'))
);
--> statement-breakpoint
CREATE TABLE "evidence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "evidence_report_id_unique" UNIQUE("report_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"announcement_id" uuid,
	"explanation" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"good_faith" boolean NOT NULL,
	"decision" text,
	"ground" text,
	"facts" text,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notices_decision" CHECK ("notices"."decision" in ('removed', 'kept')),
	CONSTRAINT "notices_decided" CHECK (("notices"."decision" is null) = ("notices"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "statement_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"statement_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"order_number" text,
	"event_name" text,
	"ground" text,
	"facts" text,
	"notice_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"objection" text,
	"objected_at" timestamp with time zone,
	"objection_decision" text,
	"objection_answer" text,
	"objection_decided_at" timestamp with time zone,
	CONSTRAINT "statements_kind" CHECK ("statements"."kind" in ('ad_hidden', 'ad_deleted', 'account_suspended')),
	CONSTRAINT "statements_objection_decision" CHECK ("statements"."objection_decision" in ('upheld', 'reversed'))
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "renewed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "reserved_for" uuid;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "reserved_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "is_reservation_prolonged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "final_price" integer;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "completed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "transfer_policy" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "transfer_periods" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "transfer_initiator" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "transfer_buyer_needs" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "transfer_rules_url" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "transfer_checked_on" date;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "ordinary_prices" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "marketplace_settings" ADD COLUMN "disabled_advice" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "member_blocks" ADD CONSTRAINT "member_blocks_blocker_id_marketplace_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_blocks" ADD CONSTRAINT "member_blocks_blocked_id_marketplace_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_steps" ADD CONSTRAINT "deal_steps_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_steps" ADD CONSTRAINT "deal_steps_done_by_marketplace_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_links" ADD CONSTRAINT "statement_links_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_user_id_marketplace_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_blocks_by_blocked" ON "member_blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "deal_steps_by_member" ON "deal_steps" USING btree ("done_by");--> statement-breakpoint
CREATE INDEX "evidence_by_time" ON "evidence" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notices_by_announcement" ON "notices" USING btree ("announcement_id");--> statement-breakpoint
CREATE INDEX "statement_links_by_statement" ON "statement_links" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "statements_by_user" ON "statements" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "statements_by_notice" ON "statements" USING btree ("notice_id");--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_reserved_for_marketplace_users_id_fk" FOREIGN KEY ("reserved_for") REFERENCES "public"."marketplace_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_reserved" ON "announcements" USING btree ("reserved_for") WHERE "announcements"."reserved_for" is not null;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_reservation_ends" CHECK ("announcements"."reserved_for" is null or "announcements"."reserved_until" is not null);--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_final_price" CHECK ("announcements"."final_price" > 0);--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_transfer_policy" CHECK ("events"."transfer_policy" in ('unknown', 'allowed', 'forbidden'));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_transfer_initiator" CHECK ("events"."transfer_initiator" in ('seller', 'buyer', 'organizer'));