-- Rows of the audit log are chained: each link hashes the row and the link before, so that a row that
-- is edited, removed or put elsewhere breaks every link after it. `npm run audit:verify` looks.
--
-- A link is made as its transaction commits, under a lock that lets one be made at a time. Made when
-- the row is written, the lock would be held for the whole transaction, and two that write rows
-- besides could wait for each other.

create table audit_chain (
  position bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);

-- What of a row is hashed, as one text. No field can run into the next: it is a JSON array.
create function audit_row_text(row_of audit_log) returns text language sql stable as $$
  select jsonb_build_array(
    row_of.id, to_char(row_of.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), row_of.actor_id,
    row_of.action, row_of.subject_id, row_of.details, row_of.network)::text
$$;

create function audit_link_hash(before bytea, place bigint, row_text text) returns bytea
language sql immutable as $$
  select sha256(before || convert_to(place::text || ' ' || row_text, 'UTF8'))
$$;

-- As the owner: whoever writes the log may not write the chain.
create function chain_audit_row() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  last record;
begin
  -- One number for all: nothing is waited for past this lock, so that it is never part of a deadlock.
  perform pg_advisory_xact_lock(4216021);
  select position, hash into last from audit_chain order by position desc limit 1;
  insert into audit_chain (position, audit_id, hash) values (
    coalesce(last.position, 0) + 1, new.id,
    audit_link_hash(coalesce(last.hash, ''::bytea), coalesce(last.position, 0) + 1, audit_row_text(new)));
  return null;
end $$;

do $$
declare
  entry audit_log;
  place bigint := 0;
  link bytea := '';
begin
  for entry in select * from audit_log order by id loop
    place := place + 1;
    link := audit_link_hash(link, place, audit_row_text(entry));
    insert into audit_chain (position, audit_id, hash) values (place, entry.id, link);
  end loop;
end $$;

create constraint trigger audit_log_chained after insert on audit_log
  deferrable initially deferred for each row execute function chain_audit_row();

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_chain_append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_audit_change();

-- A page of the log, by each of what it is filtered by, newest first. Rows of one transaction have
-- one time: the id tells them apart.
drop index audit_log_at;
drop index audit_log_actor_id;
create index audit_log_at on audit_log (at, id);
create index audit_log_actor on audit_log (actor_id, at, id);
create index audit_log_subject on audit_log (subject_id, at, id);
create index audit_log_action on audit_log (action, at, id);
create index audit_log_network on audit_log (network, at, id) where network is not null;
-- Parts of what is not a name of its own. Not of networks: their digits are in every row.
create index audit_log_text on audit_log using gin (
  lower(action || ' ' || details::text) gin_trgm_ops);
