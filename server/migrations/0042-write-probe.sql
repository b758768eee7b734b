-- One row that every node writes when it is asked whether it is ready: a database that answers may still be full, read only or
-- waiting for a standby (docs/decisions/0062).
create table write_probe (
  id smallint primary key check (id = 1),
  at timestamptz not null
) with (fillfactor = 50);
