-- Removals that are not in the journal of removals yet, which is a file outside the database: a row is
-- written by the removal's transaction and deleted once the file has it.
create table removal_outbox (
  id bigint primary key generated always as identity,
  entry jsonb not null
);
