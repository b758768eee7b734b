-- Browsers and networks from which a login was opened before. They have tries of their own, so that wrong tries from
-- elsewhere close nothing for them. `target` is the name of the login's bucket of tries.
create table known_places (
  target text not null,
  place text not null,
  seen_at timestamptz not null,
  primary key (target, place)
);
create index known_places_age on known_places (seen_at);
