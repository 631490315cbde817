ALTER TABLE "events" ADD COLUMN "status" text DEFAULT 'scheduled' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "status_note" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "previous_dates" date[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "registration_opens_on" date;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "registration_closes_on" date;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "registration_url" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "registration_kind" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sold_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_registration_order" CHECK ("events"."registration_closes_on" >= "events"."registration_opens_on");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_status" CHECK ("events"."status" in ('scheduled', 'cancelled', 'postponed'));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_registration_kind" CHECK ("events"."registration_kind" in ('open', 'lottery'));--> statement-breakpoint
CREATE FUNCTION "count_event_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	internal constant text[] := '{geocode_due,version,updated_at,sequence,series_id,edition}';
BEGIN
	IF to_jsonb(NEW) - internal IS DISTINCT FROM to_jsonb(OLD) - internal THEN
		NEW.updated_at := now();
	END IF;
	IF (NEW.event_name, NEW.event_date, NEW.event_end_date, NEW.ort, NEW.landskap, NEW.address, NEW.latitude, NEW.longitude, NEW.status)
		IS DISTINCT FROM (OLD.event_name, OLD.event_date, OLD.event_end_date, OLD.ort, OLD.landskap, OLD.address, OLD.latitude, OLD.longitude, OLD.status) THEN
		NEW.sequence := OLD.sequence + 1;
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "events_count_change" BEFORE UPDATE ON "events"
FOR EACH ROW EXECUTE FUNCTION "count_event_change"();
