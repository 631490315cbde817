CREATE TABLE "race_addresses" (
	"path" text PRIMARY KEY NOT NULL,
	"series_id" uuid,
	"event_id" uuid
);
--> statement-breakpoint
CREATE TABLE "series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "series_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "series_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"series_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "edition" text;--> statement-breakpoint
ALTER TABLE "race_addresses" ADD CONSTRAINT "race_addresses_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "race_addresses" ADD CONSTRAINT "race_addresses_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_keys" ADD CONSTRAINT "series_keys_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "race_addresses_by_slug" ON "race_addresses" USING btree (split_part("path", '/', 1));--> statement-breakpoint
CREATE INDEX "race_addresses_by_series" ON "race_addresses" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "race_addresses_by_event" ON "race_addresses" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "series_keys_by_series" ON "series_keys" USING btree ("series_id");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_by_series" ON "events" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "events_without_series" ON "events" USING btree ("event_date","id") WHERE "events"."series_id" is null;--> statement-breakpoint
CREATE TRIGGER "series_written" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "series"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_written"('series');
--> statement-breakpoint
-- Not while thousands of imported events get their series.
DROP TRIGGER "events_count_change" ON "events";--> statement-breakpoint
CREATE TRIGGER "events_count_change" BEFORE UPDATE ON "events"
FOR EACH ROW WHEN (NEW."series_id" IS NOT DISTINCT FROM OLD."series_id") EXECUTE FUNCTION "count_event_change"();
