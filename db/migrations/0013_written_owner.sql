-- Every column of a member that the list of ads follows from: the name, the suspension, and since when they are here.
DROP TRIGGER "marketplace_users_written" ON "marketplace_users";--> statement-breakpoint
CREATE TRIGGER "marketplace_users_written" AFTER INSERT OR UPDATE OF "full_name", "is_suspended", "created_at" OR DELETE OR TRUNCATE ON "marketplace_users"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_written"('marketplace_users');
