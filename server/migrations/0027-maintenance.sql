-- What a client says that a counter showed at a moment; from there on it is counted (docs/decisions/0048).
create table counter_settings (
  unit_id bigint not null references units on delete cascade,
  counter text not null check (counter in ('mileage', 'hours')),
  -- Where it is counted from. What was said of one source says nothing of the other.
  source text not null check (source in ('reported', 'trips')),
  -- Kilometres or hours: what it showed, and what the source said then.
  value double precision not null,
  source_value double precision not null,
  at timestamptz not null,
  primary key (unit_id, counter, source)
);

-- What is done to a unit again and again. Without an interval in days, kilometres or hours there is none.
create table services (
  id uuid primary key,
  unit_id bigint not null references units on delete cascade,
  name text not null,
  every_km double precision,
  every_hours double precision,
  every_days integer,
  -- From when, and from which counters, the next one is counted.
  since timestamptz not null,
  since_km double precision not null,
  since_hours double precision not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (every_km is not null or every_hours is not null or every_days is not null)
);
create index services_unit on services (unit_id, id);

create table service_visits (
  id uuid primary key,
  service_id uuid not null references services on delete cascade,
  done_at timestamptz not null,
  km double precision not null,
  hours double precision not null,
  note text,
  -- In the smallest unit of its currency.
  cost bigint,
  currency text,
  created_at timestamptz not null,
  check ((cost is null) = (currency is null))
);
create index service_visits_service on service_visits (service_id, done_at, id);
