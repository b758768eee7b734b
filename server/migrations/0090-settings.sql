-- What the operator has set in its pages. The environment wins over it.
create table settings (
  name text primary key,
  value text,
  -- A password or a key, sealed by the vault.
  sealed bytea,
  updated_at timestamptz not null,
  check (num_nonnulls(value, sealed) = 1)
);

-- The links that a node prints at its start while nobody runs this installation. All of them end with the first use.
create table setup_links (
  hash bytea primary key,
  expires_at timestamptz not null
);
