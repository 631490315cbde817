ALTER TABLE "evidence" ALTER COLUMN "report_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "evidence" ADD COLUMN "notice_id" uuid;--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_notice_id_unique" UNIQUE("notice_id");--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_subject" CHECK (num_nonnulls("evidence"."report_id", "evidence"."notice_id") = 1);--> statement-breakpoint

-- Keeps what the ads say that notices are about. Triggers run it before the ad or the account of its owner is deleted.
CREATE FUNCTION "keep_noticed_ads"(ads uuid[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO evidence (id, notice_id, content)
	SELECT gen_random_uuid(), n.id, jsonb_build_object(
		'reported_name', u.full_name,
		'reported_email', u.email,
		'announcement', jsonb_build_object(
			'order_number', a.order_number,
			'announcement_type', a.announcement_type,
			'event_name', coalesce(v.event_name, a.event_name),
			'distance', a.distance,
			'price', a.price,
			'description', a.description))
	FROM notices n
	JOIN announcements a ON a.id = n.announcement_id
	JOIN marketplace_users u ON u.id = a.user_id
	LEFT JOIN events v ON v.id = a.event_id
	WHERE n.announcement_id = ANY (ads)
	ORDER BY n.id
	ON CONFLICT (notice_id) DO NOTHING
$$;--> statement-breakpoint

CREATE FUNCTION "announcements_keep_notices"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_noticed_ads(ARRAY[OLD.id]);
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER "announcements_keep_notices" BEFORE DELETE ON "announcements"
FOR EACH ROW WHEN (current_setting('loppkalendern.import', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION "announcements_keep_notices"();--> statement-breakpoint

-- When the ads are deleted by cascade, their owner is already gone. Locks them first: notices that are being sent about
-- them would be missed below.
CREATE FUNCTION "accounts_keep_notices"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM announcements WHERE user_id = OLD.id ORDER BY id FOR UPDATE;
	PERFORM keep_noticed_ads(ARRAY(SELECT id FROM announcements WHERE user_id = OLD.id));
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER "accounts_keep_notices" BEFORE DELETE ON "marketplace_users"
FOR EACH ROW WHEN (current_setting('loppkalendern.import', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION "accounts_keep_notices"();
