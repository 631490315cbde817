-- Tells every instance, when the transaction commits, that what everybody may read of has been written (LISTEN "written").
CREATE FUNCTION "tell_written"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('written', to_json(TG_ARGV[0])::text);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "events_written" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "events"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_written"('events');--> statement-breakpoint
CREATE TRIGGER "announcements_written" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "announcements"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_written"('announcements');--> statement-breakpoint
CREATE TRIGGER "banners_written" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "banners"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_written"('banners');--> statement-breakpoint
CREATE TRIGGER "contact_info_written" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "contact_info"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_written"('contact_info');--> statement-breakpoint
CREATE TRIGGER "marketplace_settings_written" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "marketplace_settings"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_written"('marketplace_settings');--> statement-breakpoint
-- Of people no more stands in the ads; a login is none of it.
CREATE TRIGGER "marketplace_users_written" AFTER INSERT OR UPDATE OF "full_name", "is_suspended" OR DELETE OR TRUNCATE ON "marketplace_users"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_written"('marketplace_users');
