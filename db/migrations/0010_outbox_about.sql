DROP INDEX "outbox_same";--> statement-breakpoint
CREATE INDEX "outbox_about" ON "outbox" USING hash ("about");