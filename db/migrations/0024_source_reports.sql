ALTER TABLE "sources" ADD COLUMN "error_text" text;--> statement-breakpoint
ALTER TABLE "sources" ADD COLUMN "report" jsonb;