-- How fast the unit was, by the message that showed the begin and the end of a span, in km/h.
alter table unit_spans add column speed0 float8, add column speed1 float8;
