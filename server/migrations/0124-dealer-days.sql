-- What each dealer had at the end of each day of UTC, for the operator's figures.
create table dealer_days (
  dealer_id bigint not null references dealers on delete cascade,
  day date not null,
  accounts integer not null,
  units integer not null,
  active_units integer not null,
  messages bigint not null,
  bytes bigint not null,
  primary key (dealer_id, day)
);
create index dealer_days_day on dealer_days (day);
