-- Whom an account leaves out of its searches (people on its lists, people it has revealed) is many
-- people to read for each search. Whoever changes them raises this number in the same transaction, so
-- that a process may remember them for as long as it stands still.
create table left_out_versions (
  owner_id text primary key references users (id) on delete cascade,
  version bigint not null default 1
);

create function raise_left_out_versions() returns trigger language plpgsql as $$
begin
  -- An account that is being deleted takes its rows along and needs no number any more. In order of
  -- owners, or two who change the rows of several would wait for each other.
  insert into left_out_versions as v (owner_id)
    select u.id from users u where u.id in (select owner_id from changed) order by u.id
    on conflict (owner_id) do update set version = v.version + 1;
  return null;
end $$;

create trigger list_members_left_out after insert on list_members
  referencing new table as changed
  for each statement execute function raise_left_out_versions();
create trigger list_members_let_in after delete on list_members
  referencing old table as changed
  for each statement execute function raise_left_out_versions();
-- A list is deleted, and restored, by a mark on its row.
create trigger lists_left_out after update on lists
  referencing new table as changed
  for each statement execute function raise_left_out_versions();
create trigger reveals_left_out after insert on reveals
  referencing new table as changed
  for each statement execute function raise_left_out_versions();
create trigger reveals_let_in after delete on reveals
  referencing old table as changed
  for each statement execute function raise_left_out_versions();
