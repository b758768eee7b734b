-- When each unit was last heard of. Lists and counts of units ask this, and need nothing else that messages bring. On one
-- PostgreSQL it is a part of the latest values. On a cluster those are spread over machines, and a narrow table beside the
-- units takes the place of this view: `npx waymark cluster init` (docs/decisions/0121).
create view unit_heard as select unit_id, last_active from telemetry;
