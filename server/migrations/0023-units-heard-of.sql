-- Which units have been heard of, without asking the telemetry that is written all the time.
create index unit_watch_heard on unit_watch (unit_id) where heard_at is not null;
