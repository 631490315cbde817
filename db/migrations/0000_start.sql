CREATE TABLE "marketplace_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"phone_number" text,
	"is_verified" boolean DEFAULT false NOT NULL,
	"is_suspended" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_login" timestamp with time zone,
	CONSTRAINT "marketplace_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"announcement_type" text NOT NULL,
	"event_id" uuid,
	"event_name" text NOT NULL,
	"event_date" date NOT NULL,
	"distance" text NOT NULL,
	"price" integer NOT NULL,
	"name_change_fee" integer,
	"description" text,
	"order_number" text NOT NULL,
	"user_id" uuid NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_completed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_order_number_unique" UNIQUE("order_number"),
	CONSTRAINT "announcements_type" CHECK ("announcements"."announcement_type" in ('sale', 'wanted')),
	CONSTRAINT "announcements_price" CHECK ("announcements"."price" > 0)
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"external_url" text,
	"file_url" text,
	"link_url" text,
	"file_type" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"order_index" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "banners_shows_something" CHECK (coalesce("banners"."file_url", "banners"."external_url") is not null),
	CONSTRAINT "banners_order_from_zero" CHECK ("banners"."order_index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "contact_info" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"company_name" text,
	"address" text,
	"phone" text,
	"email" text,
	"business_hours" text,
	"description" text,
	CONSTRAINT "contact_info_only_one" CHECK ("contact_info"."only")
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_name" text NOT NULL,
	"event_date" date NOT NULL,
	"event_end_date" date,
	"sport_type" text NOT NULL,
	"distances" text[] NOT NULL,
	"ort" text,
	"landskap" text,
	"address" text,
	"race_link" text,
	"result_link" text,
	"organizer" text,
	"additional_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"banner_text" text,
	"banner_start_date" timestamp with time zone,
	"banner_end_date" timestamp with time zone,
	"banner_color" text DEFAULT 'red' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"place_source" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_end_not_before_start" CHECK ("events"."event_end_date" >= "events"."event_date"),
	CONSTRAINT "events_place_whole" CHECK (("events"."latitude" is null) = ("events"."longitude" is null))
);
--> statement-breakpoint
CREATE TABLE "marketplace_settings" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"info_box_title" text NOT NULL,
	"info_box_steps" jsonb NOT NULL,
	"info_box_warning" text NOT NULL,
	CONSTRAINT "marketplace_settings_only_one" CHECK ("marketplace_settings"."only")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" timestamp with time zone[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_name" text NOT NULL,
	"event_date" date NOT NULL,
	"event_end_date" date,
	"sport_type" text NOT NULL,
	"distances" text[] NOT NULL,
	"ort" text,
	"landskap" text,
	"address" text,
	"race_link" text,
	"result_link" text,
	"organizer" text,
	"additional_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"submitter_name" text NOT NULL,
	"submitter_email" text NOT NULL,
	"submitter_phone" text,
	"submitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"admin_comments" text,
	"reviewed_at" timestamp with time zone,
	"reviewed_by" uuid,
	CONSTRAINT "event_submissions_status" CHECK ("event_submissions"."status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_user_id_marketplace_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_by_event" ON "announcements" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "announcements_by_user" ON "announcements" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "contact_messages_by_time" ON "contact_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "events_by_date" ON "events" USING btree ("event_date");--> statement-breakpoint
CREATE INDEX "event_submissions_by_status" ON "event_submissions" USING btree ("status","submitted_at");