ALTER TABLE "deal_steps" ALTER COLUMN "done_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "sender_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "final_price" integer;--> statement-breakpoint
CREATE INDEX "conversations_left" ON "conversations" USING btree ("left_at") WHERE "conversations"."left_at" is not null;