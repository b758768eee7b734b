-- small tables: payment_infos
-- Node accepted names of time zones that PostgreSQL does not know, and statements with such a name failed for every dealer.
update payment_infos set time_zone = 'UTC'
where not exists (select from pg_timezone_names where lower(name) = lower(time_zone))
  and not exists (select from pg_timezone_abbrevs where lower(abbrev) = lower(time_zone));
