vcl 4.1;
# Varnish 6 or later in front of two instances. docs/operations.md says how to run it. It stores only what the product
# marks with `s-maxage` or as immutable, so nothing private is ever stored.

import directors;

probe health {
	# Not /api/ready: an instance without its database still serves the calendar.
	.url = "/api/health";
	.interval = 2s;
	.timeout = 1s;
	.window = 3;
	.threshold = 2;
	.initial = 2;
}

backend one {
	.host = "127.0.0.1";
	.port = "3001";
	.probe = health;
	.connect_timeout = 2s;
	# A backup import answers when it is done.
	.first_byte_timeout = 1h;
	.between_bytes_timeout = 1m;
}

backend two {
	.host = "127.0.0.1";
	.port = "3002";
	.probe = health;
	.connect_timeout = 2s;
	.first_byte_timeout = 1h;
	.between_bytes_timeout = 1m;
}

sub vcl_init {
	new instances = directors.round_robin();
	instances.add_backend(one);
	instances.add_backend(two);
}

sub vcl_recv {
	set req.backend_hint = instances.backend();
	# The built-in code would keep cookies, and not cache requests that have them. Nothing depends on them.
	unset req.http.Cookie;
	# Calls with a token are private. Right after a write, the client asks for what is current.
	if ((req.method != "GET" && req.method != "HEAD") || req.http.Authorization ||
	    (req.url ~ "^/trpc/" && req.http.Cache-Control ~ "(?i)no-cache")) {
		return (pass);
	}
	return (hash);
}

sub vcl_hash {
	# One site, whatever the spelling of its host. The product itself decides by PUBLIC_URL.
	hash_data(req.url);
	return (lookup);
}

sub vcl_backend_response {
	if (bereq.uncacheable) {
		return (deliver);
	}
	if (beresp.http.Cache-Control ~ "(^|[ ,])s-maxage=") {
		# Also for a response with `Age`, which is sent while the database is unavailable.
		set beresp.ttl = 1s;
		# Sent while it is fetched again. Shorter than `stale-while-revalidate` allows, so that a change is seen within 2 s
		# even if the instance was itself late.
		set beresp.grace = 500ms;
		# Fetched again with If-None-Match.
		set beresp.keep = 1m;
		return (deliver);
	}
	if (beresp.status == 200 && beresp.http.Cache-Control ~ "immutable|^public, max-age=3600$") {
		set beresp.grace = 0s;
		return (deliver);
	}
	# Later responses may be stored. Until then the requests do not wait for one another.
	set beresp.ttl = 10s;
	set beresp.grace = 0s;
	set beresp.uncacheable = true;
	return (deliver);
}

sub vcl_deliver {
	# Browsers must ask each time, and no other cache may add a second to that of this one.
	if (resp.http.Cache-Control ~ "s-maxage=") {
		set resp.http.Cache-Control = "no-cache";
		unset resp.http.Age;
	}
	unset resp.http.Via;
	unset resp.http.X-Varnish;
}

sub vcl_backend_error {
	# An instance that has just died: ask the other one.
	if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.retries == 0) {
		return (retry);
	}
	set beresp.http.Content-Type = "application/json";
	set beresp.http.Cache-Control = "no-store";
	set beresp.http.Retry-After = "2";
	# Whether a write was stored is not known.
	if (bereq.method != "GET" && bereq.method != "HEAD") {
		synthetic("""{"detail":"Förbindelsen bröts medan det sparades. Se efter om det blev sparat innan du försöker igen.","code":"server.uncertain"}""");
	} else {
		synthetic("""{"detail":"Tjänsten är tillfälligt otillgänglig. Försök igen om en stund.","code":"server.unavailable"}""");
	}
	return (deliver);
}
