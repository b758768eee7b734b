-- What the operator's geocoder was asked about (docs/decisions/0084). Empty: it was not asked about this place yet;
-- otherwise which geocoder answered. A failure counts as a try, and a place that fails again and again is given up.
alter table addresses add column geocoder text not null default '';
alter table addresses add column geocoder_tries smallint not null default 0;
