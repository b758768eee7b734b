-- The newest migration that a node's version knows (docs/decisions/0073); null: a version that did not say.
alter table nodes add column knows text;
