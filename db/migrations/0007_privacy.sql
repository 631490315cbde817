ALTER TABLE "conversations" ALTER COLUMN "announcement_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ALTER COLUMN "participant_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "reporter_email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "announcement_type" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "event_name" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "event_date" date;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "distance" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "price" integer;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "name_change_fee" integer;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "order_number" text;--> statement-breakpoint
ALTER TABLE "deleted_accounts" ADD COLUMN "by_self" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_somebody_about_something" CHECK ("conversations"."announcement_id" is not null or ("conversations"."participant_id" is not null
        and "conversations"."announcement_type" in ('sale', 'wanted') and "conversations"."event_name" is not null
        and "conversations"."event_date" is not null and "conversations"."distance" is not null and "conversations"."price" is not null
        and "conversations"."order_number" is not null));--> statement-breakpoint
CREATE FUNCTION "reports_forget_reporter"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.reporter_name := 'Borttagen användare';
	NEW.reporter_email := NULL;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "reports_forget_reporter" BEFORE INSERT OR UPDATE ON "reports"
FOR EACH ROW WHEN (NEW.reporter_id IS NULL) EXECUTE FUNCTION "reports_forget_reporter"();--> statement-breakpoint
UPDATE "reports" SET "reporter_id" = NULL WHERE "reporter_id" IS NULL;
