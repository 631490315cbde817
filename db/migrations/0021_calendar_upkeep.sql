CREATE TABLE "admin_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"admin_id" uuid,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "admin_challenges_purpose" CHECK ("admin_challenges"."purpose" in ('register', 'login', 'confirm'))
);
--> statement-breakpoint
CREATE TABLE "admin_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"counter" integer NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "admin_recovery_codes" (
	"admin_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "admin_recovery_codes_admin_id_code_hash_pk" PRIMARY KEY("admin_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "distinct_events" (
	"event_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" text NOT NULL,
	CONSTRAINT "distinct_events_event_id_other_id_pk" PRIMARY KEY("event_id","other_id"),
	CONSTRAINT "distinct_events_order" CHECK ("distinct_events"."event_id" < "distinct_events"."other_id")
);
--> statement-breakpoint
CREATE TABLE "event_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"made_by" text,
	"source_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"removed" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	CONSTRAINT "event_batches_kind" CHECK ("event_batches"."kind" in ('import', 'source', 'bulk', 'undo'))
);
--> statement-breakpoint
CREATE TABLE "event_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"batch_id" uuid,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor" text,
	"before" jsonb,
	"after" jsonb NOT NULL,
	CONSTRAINT "event_revisions_actor_kind" CHECK ("event_revisions"."actor_kind" in ('admin', 'organiser', 'source', 'geocoder', 'system'))
);
--> statement-breakpoint
CREATE TABLE "removed_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch_id" uuid,
	"into_id" uuid,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_by" text,
	"restorable_until" timestamp with time zone NOT NULL,
	"event" jsonb NOT NULL,
	"related" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"organiser_id" uuid,
	"organiser_email" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"admin_comments" text,
	"reviewed_at" timestamp with time zone,
	"reviewed_by" text,
	CONSTRAINT "event_proposals_status" CHECK ("event_proposals"."status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "organisers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "organisers_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"event_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_views_event_id_day_pk" PRIMARY KEY("event_id","day"),
	CONSTRAINT "page_views_count" CHECK ("page_views"."views" > 0)
);
--> statement-breakpoint
CREATE TABLE "link_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"status" text DEFAULT 'unchecked' NOT NULL,
	"http_status" integer,
	"reason" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp with time zone,
	CONSTRAINT "link_checks_status" CHECK ("link_checks"."status" in ('unchecked', 'ok', 'unknown', 'failing', 'dead'))
);
--> statement-breakpoint
CREATE TABLE "source_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source_id" uuid NOT NULL,
	"key" text NOT NULL,
	"event_id" uuid,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "source_changes_same" UNIQUE("source_id","key"),
	CONSTRAINT "source_changes_status" CHECK ("source_changes"."status" in ('pending', 'ignored'))
);
--> statement-breakpoint
CREATE TABLE "source_items" (
	"source_id" uuid NOT NULL,
	"key" text NOT NULL,
	"event_id" uuid,
	"accepted" jsonb,
	"seen_at" timestamp with time zone NOT NULL,
	"vanished_at" timestamp with time zone,
	CONSTRAINT "source_items_source_id_key_pk" PRIMARY KEY("source_id","key")
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"trusted" boolean DEFAULT false NOT NULL,
	"defaults" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"fetched_at" timestamp with time zone,
	"succeeded_at" timestamp with time zone,
	"error" text,
	"etag" text,
	"last_modified" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sources_url_unique" UNIQUE("url")
);
--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "last_used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD COLUMN "has_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "wants_digest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "digest_sent_on" date;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "totp_secret" text;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "totp_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "totp_last_step" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "organizer_confirmed_on" date;--> statement-breakpoint
ALTER TABLE "admin_challenges" ADD CONSTRAINT "admin_challenges_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_passkeys" ADD CONSTRAINT "admin_passkeys_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_recovery_codes" ADD CONSTRAINT "admin_recovery_codes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distinct_events" ADD CONSTRAINT "distinct_events_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "distinct_events" ADD CONSTRAINT "distinct_events_other_id_events_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_batches" ADD CONSTRAINT "event_batches_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_revisions" ADD CONSTRAINT "event_revisions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_revisions" ADD CONSTRAINT "event_revisions_batch_id_event_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."event_batches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_events" ADD CONSTRAINT "removed_events_batch_id_event_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."event_batches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_events" ADD CONSTRAINT "removed_events_into_id_events_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_proposals" ADD CONSTRAINT "event_proposals_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_proposals" ADD CONSTRAINT "event_proposals_organiser_id_organisers_id_fk" FOREIGN KEY ("organiser_id") REFERENCES "public"."organisers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisers" ADD CONSTRAINT "organisers_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_views" ADD CONSTRAINT "page_views_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_changes" ADD CONSTRAINT "source_changes_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_changes" ADD CONSTRAINT "source_changes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_items" ADD CONSTRAINT "source_items_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_items" ADD CONSTRAINT "source_items_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_challenges_by_admin" ON "admin_challenges" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "admin_challenges_by_end" ON "admin_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "admin_passkeys_by_admin" ON "admin_passkeys" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "distinct_events_by_other" ON "distinct_events" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "event_batches_by_time" ON "event_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "event_batches_by_source" ON "event_batches" USING btree ("source_id") WHERE "event_batches"."source_id" is not null;--> statement-breakpoint
CREATE INDEX "event_revisions_by_event" ON "event_revisions" USING btree ("event_id","changed_at");--> statement-breakpoint
CREATE INDEX "event_revisions_by_batch" ON "event_revisions" USING btree ("batch_id") WHERE "event_revisions"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "removed_events_by_batch" ON "removed_events" USING btree ("batch_id") WHERE "removed_events"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "removed_events_by_target" ON "removed_events" USING btree ("into_id") WHERE "removed_events"."into_id" is not null;--> statement-breakpoint
CREATE INDEX "removed_events_by_end" ON "removed_events" USING btree ("restorable_until");--> statement-breakpoint
CREATE INDEX "event_proposals_by_event" ON "event_proposals" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_proposals_by_organiser" ON "event_proposals" USING btree ("organiser_id");--> statement-breakpoint
CREATE INDEX "event_proposals_by_status" ON "event_proposals" USING btree ("status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "event_proposals_pending" ON "event_proposals" USING btree ("event_id","organiser_id") WHERE "event_proposals"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "organisers_by_series" ON "organisers" USING btree ("series_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organisers_same" ON "organisers" USING btree ("series_id","email") WHERE "organisers"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "link_checks_due" ON "link_checks" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "link_checks_claimed" ON "link_checks" USING btree ("claimed_until");--> statement-breakpoint
CREATE INDEX "link_checks_dead" ON "link_checks" USING btree ("status") WHERE "link_checks"."status" in ('failing', 'dead');--> statement-breakpoint
CREATE INDEX "source_changes_by_event" ON "source_changes" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "source_items_by_event" ON "source_items" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "sources_due" ON "sources" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_id_unique" UNIQUE("id");--> statement-breakpoint

-- Writes the history of events. The transaction says who changes them (`src/platform/database/actor.ts`). Importing a backup restores the
-- history that is in it. That an event gets its first series is no change.
CREATE FUNCTION "event_for_history"(event events) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT to_jsonb(event) - '{id,geocode_due,edition,created_at,updated_at,sequence,version}'::text[]
$$;--> statement-breakpoint
CREATE FUNCTION "current_actor_kind"() RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce(nullif(current_setting('loppkalendern.actor_kind', true), ''), 'system')
$$;--> statement-breakpoint
CREATE FUNCTION "current_actor"() RETURNS text LANGUAGE sql STABLE AS $$
	SELECT nullif(current_setting('loppkalendern.actor', true), '')
$$;--> statement-breakpoint
CREATE FUNCTION "current_batch"() RETURNS uuid LANGUAGE sql STABLE AS $$
	SELECT nullif(current_setting('loppkalendern.batch', true), '')::uuid
$$;--> statement-breakpoint
-- A plan that was made for one row is reused for thousands, where a nested loop would compare each with each. OFFSET 0: otherwise
-- each use of "was" and "now" would convert the row again.
CREATE FUNCTION "events_keep_history"() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO event_revisions (id, event_id, batch_id, actor_kind, actor, after)
		SELECT gen_random_uuid(), n.id, current_batch(), current_actor_kind(), current_actor(),
			jsonb_strip_nulls(event_for_history(n::events))
		FROM changed n;
	ELSE
		INSERT INTO event_revisions (id, event_id, batch_id, actor_kind, actor, before, after)
		SELECT gen_random_uuid(), pair.id, current_batch(), current_actor_kind(), current_actor(), difference.before, difference.after
		FROM (
			SELECT o.id, event_for_history(o::events) - ignored.keys AS was, event_for_history(n::events) - ignored.keys AS now
			FROM original o JOIN changed n ON n.id = o.id
			CROSS JOIN LATERAL (SELECT CASE WHEN o.series_id IS NULL THEN '{series_id}' ELSE '{}' END::text[] AS keys) AS ignored
			OFFSET 0
		) AS pair
		CROSS JOIN LATERAL (
			SELECT jsonb_object_agg(field.key, field.value) AS before, jsonb_object_agg(field.key, now -> field.key) AS after
			FROM jsonb_each(was) AS field WHERE field.value IS DISTINCT FROM now -> field.key
		) AS difference
		WHERE was <> now;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "events_inserted_for_history" AFTER INSERT ON "events" REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT WHEN (current_setting('loppkalendern.import', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION "events_keep_history"();--> statement-breakpoint
CREATE TRIGGER "events_updated_for_history" AFTER UPDATE ON "events" REFERENCING OLD TABLE AS original NEW TABLE AS changed
FOR EACH STATEMENT WHEN (current_setting('loppkalendern.import', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION "events_keep_history"();--> statement-breakpoint

-- Public reads of events leave out dead links. Other results of checks change nothing for them.
CREATE TRIGGER "link_checks_changed_dead" AFTER UPDATE OF "status" ON "link_checks"
FOR EACH ROW WHEN ((OLD.status = 'dead') <> (NEW.status = 'dead')) EXECUTE FUNCTION "tell_written"('events');--> statement-breakpoint
CREATE TRIGGER "link_checks_deleted_dead" AFTER DELETE ON "link_checks"
FOR EACH ROW WHEN (OLD.status = 'dead') EXECUTE FUNCTION "tell_written"('events');
