-- What a share link says beside where its units are (docs/decisions/0086): how fast they are, and when they arrive.
alter table shares add column show_speed boolean not null default false;
-- Name, latitude, longitude and radius in metres.
alter table shares add column destination jsonb;
