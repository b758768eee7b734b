-- small tables: card_events

-- An event that cannot be worked on is set aside: it is tried again later and later, and those behind it go on.
alter table card_events
  add column failures integer not null default 0,
  add column failure text,
  add column next_try_at timestamptz;
create index card_events_due on card_events ((coalesce(next_try_at, received_at))) where applied_at is null;
create index card_events_failing on card_events (received_at) where applied_at is null and failures > 0;
