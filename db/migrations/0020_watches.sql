CREATE TABLE "merged_watchers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"watcher_id" uuid NOT NULL,
	"number_shift" integer NOT NULL,
	"same_numbers" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watch_changes" (
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"before" jsonb,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watch_changes_subject_subject_id_pk" PRIMARY KEY("subject","subject_id")
);
--> statement-breakpoint
CREATE TABLE "watch_days" (
	"day" date PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watch_news" (
	"watcher_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"change" text NOT NULL,
	"was" jsonb,
	"numbers" integer[] NOT NULL,
	"own_ad_id" uuid,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mail_id" uuid,
	"told" jsonb,
	CONSTRAINT "watch_news_watcher_id_subject_id_change_pk" PRIMARY KEY("watcher_id","subject_id","change")
);
--> statement-breakpoint
CREATE TABLE "watch_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"target" text NOT NULL,
	"cadence" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"mail_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "watch_requests_same" UNIQUE("email","target")
);
--> statement-breakpoint
CREATE TABLE "watched_searches" (
	"query" text PRIMARY KEY NOT NULL,
	"key" text,
	"area" "box"
);
--> statement-breakpoint
CREATE TABLE "watchers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"user_id" uuid,
	"last_number" integer DEFAULT 0 NOT NULL,
	"paused_until" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	"composed_mail_id" uuid,
	"composed_at" timestamp with time zone,
	"match_mailed_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"idle_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watchers_email_unique" UNIQUE("email"),
	CONSTRAINT "watchers_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "watchers_address" CHECK (num_nonnulls("watchers"."email", "watchers"."user_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "watches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"watcher_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"query" text,
	"event_id" uuid,
	"series_id" uuid,
	"distance" text,
	"min_price" integer,
	"max_price" integer,
	"cadence" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"renewed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"asked_at" timestamp with time zone,
	CONSTRAINT "watches_by_number" UNIQUE("watcher_id","number"),
	CONSTRAINT "watches_same" UNIQUE NULLS NOT DISTINCT("watcher_id","kind","query","event_id","series_id","distance","min_price","max_price"),
	CONSTRAINT "watches_kind" CHECK ("watches"."kind" in ('search', 'event', 'series', 'market_sale', 'market_wanted')),
	CONSTRAINT "watches_cadence" CHECK ("watches"."cadence" in ('direct', 'daily', 'weekly')),
	CONSTRAINT "watches_target" CHECK (num_nonnulls("watches"."query", "watches"."event_id", "watches"."series_id") = 1
        and ("watches"."kind" = 'search') = ("watches"."query" is not null))
);
--> statement-breakpoint
ALTER TABLE "marketplace_users" ADD COLUMN "match_alerts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "match_alerts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "merged_watchers" ADD CONSTRAINT "merged_watchers_watcher_id_watchers_id_fk" FOREIGN KEY ("watcher_id") REFERENCES "public"."watchers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_news" ADD CONSTRAINT "watch_news_watcher_id_watchers_id_fk" FOREIGN KEY ("watcher_id") REFERENCES "public"."watchers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watchers" ADD CONSTRAINT "watchers_user_id_marketplace_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."marketplace_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_watcher_id_watchers_id_fk" FOREIGN KEY ("watcher_id") REFERENCES "public"."watchers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merged_watchers_by_watcher" ON "merged_watchers" USING btree ("watcher_id");--> statement-breakpoint
CREATE INDEX "watch_changes_by_time" ON "watch_changes" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "watch_news_due" ON "watch_news" USING btree ("due_at") WHERE "watch_news"."mail_id" is null;--> statement-breakpoint
CREATE INDEX "watch_news_by_mail" ON "watch_news" USING btree ("mail_id") WHERE "watch_news"."mail_id" is not null;--> statement-breakpoint
CREATE INDEX "watch_news_by_time" ON "watch_news" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "watch_requests_by_time" ON "watch_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "watched_searches_by_key" ON "watched_searches" USING btree ("key");--> statement-breakpoint
CREATE INDEX "watched_searches_by_area" ON "watched_searches" USING gist ("area");--> statement-breakpoint
CREATE INDEX "watches_by_event" ON "watches" USING btree ("event_id") WHERE "watches"."event_id" is not null;--> statement-breakpoint
CREATE INDEX "watches_by_series" ON "watches" USING btree ("series_id") WHERE "watches"."series_id" is not null;--> statement-breakpoint
CREATE INDEX "watches_by_query" ON "watches" USING hash ("query");--> statement-breakpoint
CREATE INDEX "watches_by_renewal" ON "watches" USING btree ("renewed_at");--> statement-breakpoint
CREATE INDEX "events_by_opening" ON "events" USING btree ("registration_opens_on");--> statement-breakpoint

-- Queues changed events and ads for the watches. Importing a backup changes nothing that watchers should hear of.
-- The conflict action changes nothing, but locks the queued row: it is not taken before this change is committed, and a row that is being
-- matched is gone before this change is queued.
CREATE FUNCTION "event_for_watches"(event events) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'event_name', event.event_name,
		'event_date', event.event_date,
		'event_end_date', event.event_end_date,
		'sport_type', event.sport_type,
		'distances', array_to_string(event.distances, ', '),
		'ort', event.ort,
		'landskap', event.landskap,
		'organizer', event.organizer,
		'status', event.status,
		'registration_opens_on', event.registration_opens_on,
		'registration_closes_on', event.registration_closes_on,
		'registration_url', event.registration_url,
		'registration_kind', event.registration_kind,
		'sold_out', event.sold_out,
		'latitude', event.latitude,
		'longitude', event.longitude,
		'series_id', event.series_id)
$$;--> statement-breakpoint
CREATE FUNCTION "events_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO watch_changes (subject, subject_id)
		SELECT 'event', n.id FROM changed n ORDER BY n.id ON CONFLICT (subject, subject_id) DO UPDATE SET changed_at = excluded.changed_at WHERE false;
	ELSE
		INSERT INTO watch_changes (subject, subject_id, before)
		SELECT 'event', o.id, event_for_watches(o::events) FROM original o JOIN changed n ON n.id = o.id
		WHERE event_for_watches(o::events) <> event_for_watches(n::events)
		ORDER BY o.id ON CONFLICT (subject, subject_id) DO UPDATE SET changed_at = excluded.changed_at WHERE false;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "events_inserted_for_watches" AFTER INSERT ON "events" REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT WHEN (current_setting('loppkalendern.import', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION "events_changed"();--> statement-breakpoint
CREATE TRIGGER "events_updated_for_watches" AFTER UPDATE ON "events" REFERENCING OLD TABLE AS original NEW TABLE AS changed
FOR EACH STATEMENT WHEN (current_setting('loppkalendern.import', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION "events_changed"();--> statement-breakpoint

CREATE FUNCTION "ad_for_watches"(ad announcements) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'announcement_type', ad.announcement_type,
		'event_id', ad.event_id,
		'distance', ad.distance,
		'price', ad.price,
		'renewed_at', ad.renewed_at,
		'is_open', ad.is_active AND NOT ad.is_completed AND NOT ad.is_paused AND ad.reserved_for IS NULL)
$$;--> statement-breakpoint
CREATE FUNCTION "ads_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO watch_changes (subject, subject_id)
		SELECT 'ad', n.id FROM changed n ORDER BY n.id ON CONFLICT (subject, subject_id) DO UPDATE SET changed_at = excluded.changed_at WHERE false;
	ELSE
		INSERT INTO watch_changes (subject, subject_id, before)
		SELECT 'ad', o.id, ad_for_watches(o::announcements) FROM original o JOIN changed n ON n.id = o.id
		WHERE ad_for_watches(o::announcements) <> ad_for_watches(n::announcements)
		ORDER BY o.id ON CONFLICT (subject, subject_id) DO UPDATE SET changed_at = excluded.changed_at WHERE false;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "announcements_inserted_for_watches" AFTER INSERT ON "announcements" REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT WHEN (current_setting('loppkalendern.import', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION "ads_changed"();--> statement-breakpoint
CREATE TRIGGER "announcements_updated_for_watches" AFTER UPDATE ON "announcements" REFERENCING OLD TABLE AS original NEW TABLE AS changed
FOR EACH STATEMENT WHEN (current_setting('loppkalendern.import', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION "ads_changed"();--> statement-breakpoint

-- An address that gets a verified account keeps its watches, in the account. The hourly sweep calls it too.
CREATE FUNCTION "join_watchers"(account uuid, address text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	visitor watchers;
	member watchers;
	same jsonb;
BEGIN
	SELECT * INTO visitor FROM watchers WHERE email = address FOR UPDATE;
	SELECT * INTO member FROM watchers WHERE user_id = account FOR UPDATE;
	IF visitor.id IS NULL THEN
		RETURN;
	ELSIF member.id IS NULL THEN
		UPDATE watchers SET user_id = account, email = NULL WHERE id = visitor.id;
	ELSE
		-- A watch that both have keeps the number that it has in the account.
		SELECT coalesce(jsonb_agg(jsonb_build_array(w.number, o.number) ORDER BY w.number), '[]') INTO same
		FROM watches w JOIN watches o ON o.watcher_id = member.id
			AND (o.kind, o.query, o.event_id, o.series_id, o.distance, o.min_price, o.max_price)
				IS NOT DISTINCT FROM (w.kind, w.query, w.event_id, w.series_id, w.distance, w.min_price, w.max_price)
		WHERE w.watcher_id = visitor.id;
		INSERT INTO merged_watchers (id, watcher_id, number_shift, same_numbers)
		VALUES (visitor.id, member.id, member.last_number, same);
		UPDATE watches SET watcher_id = member.id, number = number + member.last_number
		WHERE watcher_id = visitor.id AND number NOT IN (SELECT (pair ->> 0)::int FROM jsonb_array_elements(same) pair);
		UPDATE watch_news n SET watcher_id = member.id, numbers = ARRAY(
			SELECT coalesce((pair ->> 1)::int, number + member.last_number)
			FROM unnest(n.numbers) number LEFT JOIN jsonb_array_elements(same) pair ON (pair ->> 0)::int = number ORDER BY 1)
		WHERE n.watcher_id = visitor.id AND NOT EXISTS (
			SELECT FROM watch_news o WHERE o.watcher_id = member.id AND (o.subject_id, o.change) = (n.subject_id, n.change));
		UPDATE watchers SET last_number = member.last_number + visitor.last_number WHERE id = member.id;
		DELETE FROM watchers WHERE id = visitor.id;
	END IF;
END
$$;--> statement-breakpoint
CREATE FUNCTION "watchers_join_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM join_watchers(NEW.id, NEW.email);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "marketplace_users_join_watchers" AFTER INSERT OR UPDATE OF "is_verified", "email" ON "marketplace_users"
FOR EACH ROW WHEN (NEW.is_verified) EXECUTE FUNCTION "watchers_join_account"();
