-- Which master key this database was made with, so that a start with another one is refused instead of silently
-- making every password, login key and sealed secret worthless. One row.
create table installation (
  is_only boolean primary key default true check (is_only),
  vault_fingerprint text not null
);
