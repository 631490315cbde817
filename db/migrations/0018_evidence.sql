-- Importing a backup empties tables and sets `loppkalendern.import`: nobody deleted anything then.

CREATE FUNCTION "evidence_messages"(conversation uuid, reporter uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT coalesce(jsonb_agg(jsonb_build_object(
		'id', m.id,
		'by', CASE WHEN m.sender_id = reporter THEN 'reporter' ELSE 'reported' END,
		'text', m.message_text,
		'created_at', m.created_at) ORDER BY m.created_at, m.id), '[]')
	FROM messages m WHERE m.conversation_id = conversation
$$;--> statement-breakpoint

-- Keeps a report with the messages of one of its conversations, or none. Adds to what is already kept.
CREATE FUNCTION "keep_evidence"(report reports, conversation uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	kept_messages jsonb := evidence_messages(conversation, report.reporter_id);
BEGIN
	INSERT INTO evidence AS e (id, report_id, content)
	SELECT gen_random_uuid(), report.id, jsonb_build_object(
		'reason', report.reason,
		'description', report.description,
		'status', report.status,
		'created_at', report.created_at,
		'reporter_id', report.reporter_id,
		'reporter_name', report.reporter_name,
		'reporter_email', report.reporter_email,
		'reported_name', u.full_name,
		'reported_email', u.email,
		'announcement', CASE WHEN a.id IS NOT NULL THEN jsonb_build_object(
			'order_number', a.order_number,
			'event_name', coalesce(v.event_name, a.event_name),
			'distance', a.distance,
			'price', a.price,
			'description', a.description) END,
		'messages', kept_messages)
	FROM marketplace_users u
	LEFT JOIN announcements a ON a.id = report.related_announcement_id
	LEFT JOIN events v ON v.id = a.event_id
	-- Not in the middle of deleting the account of either.
	WHERE u.id = report.reported_user_id
		AND (report.reporter_id IS NULL OR EXISTS (SELECT FROM marketplace_users WHERE id = report.reporter_id))
	ON CONFLICT (report_id) DO UPDATE SET
		created_at = now(),
		content = e.content || jsonb_build_object('messages', e.content -> 'messages' || coalesce((
			SELECT jsonb_agg(message)
			FROM jsonb_array_elements(kept_messages) AS message
			WHERE NOT e.content -> 'messages' @> jsonb_build_array(jsonb_build_object('id', message -> 'id'))), '[]'));
END
$$;--> statement-breakpoint

-- Keeps the reports in `about`, and with the messages those about the conversations: about their ad, or about no ad. Locks
-- each report before reading it, so that a reporter who is being deleted is not copied. In the order of the reports, so that
-- concurrent deletions do not deadlock.
CREATE FUNCTION "keep_reports"(about uuid[], conversation_ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	kept record;
	report reports;
BEGIN
	FOR kept IN
		SELECT r.id AS report_id, c.id AS conversation
		FROM conversations c
		JOIN announcements a ON a.id = c.announcement_id
		JOIN reports r ON (r.reported_user_id, r.reporter_id) IN ((a.user_id, c.participant_id), (c.participant_id, a.user_id))
			AND (r.related_announcement_id = a.id OR r.related_announcement_id IS NULL)
		WHERE c.id = ANY (conversation_ids)
		UNION ALL
		SELECT r.id, NULL FROM reports r WHERE r.id = ANY (about)
		ORDER BY report_id, conversation
	LOOP
		SELECT * INTO report FROM reports WHERE id = kept.report_id FOR UPDATE;
		PERFORM keep_evidence(report, kept.conversation);
	END LOOP;
END
$$;--> statement-breakpoint

CREATE FUNCTION "conversations_keep_evidence"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_reports('{}', ARRAY[OLD.id]);
	RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;--> statement-breakpoint
CREATE TRIGGER "conversations_keep_evidence" BEFORE DELETE ON "conversations"
FOR EACH ROW WHEN (current_setting('loppkalendern.import', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION "conversations_keep_evidence"();--> statement-breakpoint
-- A member who deletes their account is taken out of their conversations first.
CREATE TRIGGER "conversations_keep_evidence_of_leavers" BEFORE UPDATE OF "announcement_id", "participant_id" ON "conversations"
FOR EACH ROW WHEN (current_setting('loppkalendern.import', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION "conversations_keep_evidence"();--> statement-breakpoint

-- Runs before the rows of an ad are deleted by cascade: then the ad, which tells who the owner is, is already gone. All
-- deletions lock accounts, ads, conversations, reports and evidence in this order.
CREATE FUNCTION "announcements_keep_evidence"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	about uuid[] := ARRAY(SELECT id FROM reports WHERE related_announcement_id = OLD.id);
BEGIN
	IF NOT EXISTS (SELECT FROM reports WHERE id = ANY (about) OR reported_user_id = OLD.user_id OR reporter_id = OLD.user_id) THEN
		RETURN OLD;
	END IF;
	PERFORM FROM conversations WHERE announcement_id = OLD.id ORDER BY id FOR UPDATE;
	PERFORM keep_reports(about, ARRAY(SELECT id FROM conversations WHERE announcement_id = OLD.id));
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER "announcements_keep_evidence" BEFORE DELETE ON "announcements"
FOR EACH ROW WHEN (current_setting('loppkalendern.import', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION "announcements_keep_evidence"();--> statement-breakpoint

CREATE FUNCTION "accounts_keep_evidence"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	about uuid[] := ARRAY(SELECT id FROM reports WHERE reported_user_id = OLD.id);
	conversation_ids uuid[];
BEGIN
	IF EXISTS (SELECT FROM reports WHERE reported_user_id = OLD.id OR reporter_id = OLD.id) THEN
		PERFORM FROM announcements WHERE user_id = OLD.id ORDER BY id FOR UPDATE;
		conversation_ids := ARRAY(SELECT id FROM conversations WHERE participant_id = OLD.id
			OR announcement_id IN (SELECT id FROM announcements WHERE user_id = OLD.id));
		PERFORM FROM conversations WHERE id = ANY (conversation_ids) ORDER BY id FOR UPDATE;
		-- Waits for deletions of reported ads, whose evidence would be missed below.
		PERFORM FROM reports WHERE reported_user_id = OLD.id OR reporter_id = OLD.id ORDER BY id FOR UPDATE;
		PERFORM keep_reports(about, conversation_ids);
	END IF;
	-- Members who made reports leave only the words of these, as in the table of reports.
	UPDATE evidence SET content = content || jsonb_build_object(
		'reporter_id', NULL,
		'reporter_name', 'Borttagen användare',
		'reporter_email', NULL,
		'messages', coalesce((SELECT jsonb_agg(message) FROM jsonb_array_elements(content -> 'messages') AS message
			WHERE message ->> 'by' <> 'reporter'), '[]'))
	WHERE content ->> 'reporter_id' = OLD.id::text;
	RETURN OLD;
END
$$;--> statement-breakpoint
CREATE TRIGGER "accounts_keep_evidence" BEFORE DELETE ON "marketplace_users"
FOR EACH ROW WHEN (current_setting('loppkalendern.import', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION "accounts_keep_evidence"();
