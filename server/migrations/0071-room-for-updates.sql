-- These rows change with every message of a unit. Where the page has room for the new version, no index has to learn of it
-- and the write-ahead log holds only what differs (docs/decisions/0099).
alter table followed_units set (fillfactor = 50);
alter table trips set (fillfactor = 80);
