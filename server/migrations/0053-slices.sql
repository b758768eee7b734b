-- Which node computes and tidies for which units (docs/decisions/0075). A slice is a range of unit ids. Its epoch rises with
-- every holder, so that a former one is recognised.
create table slices (
  slice smallint primary key,
  holder uuid,
  epoch bigint not null default 0
) with (fillfactor = 50);
insert into slices (slice) select generate_series(0, 63);

-- A running process renews its row; the slices of one that has not for some seconds are taken over.
create table slice_holders (
  id uuid primary key,
  seen_at timestamptz not null
) with (fillfactor = 50);
