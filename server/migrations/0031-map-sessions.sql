-- Sessions at a provider of map tiles. One serves every client, and lives for some weeks.
create table map_sessions (
  layer text not null,
  language text not null,
  -- Of the operator's key: with another key a session is worth nothing.
  key_hash bytea not null,
  session text not null,
  tile_size integer not null,
  expires_at timestamptz not null,
  primary key (layer, language)
);
