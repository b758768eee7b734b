-- What is set where a tracker does not follow its protocol. Null: nothing.
alter table units add column protocol_settings jsonb;

-- The same for all of a dealer's units of one model; a unit's own settings go before.
create table model_settings (
  dealer_id bigint not null references dealers on delete cascade,
  hw_id integer not null,
  settings jsonb not null,
  updated_at timestamptz not null,
  primary key (dealer_id, hw_id)
);
