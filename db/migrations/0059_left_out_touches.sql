-- Searches leave out also whom an account or its teams contacted, and whom they must not contact.
-- What is left out of a member's search depends on the rows of its teams, too: every owner has a number.
create or replace function raise_left_out_versions() returns trigger language plpgsql as $$
begin
  -- An owner that is being deleted takes its rows along and needs no number any more. In order of
  -- owners, or two who change the rows of several would wait for each other.
  insert into left_out_versions as v (owner_id)
    select o.id from owners o where o.id in (select owner_id from changed) order by o.id
    on conflict (owner_id) do update set version = v.version + 1;
  return null;
end $$;

create trigger activities_left_out after insert on activities
  referencing new table as changed
  for each statement execute function raise_left_out_versions();
create trigger activities_let_in after delete on activities
  referencing old table as changed
  for each statement execute function raise_left_out_versions();
-- Most updates change cards, as an import does: it must not wait for owners whose edits wait for it.
create function raise_left_out_versions_of_completed() returns trigger language plpgsql as $$
begin
  insert into left_out_versions as v (owner_id)
    select o.id from owners o where o.id in (
      select n.owner_id from changed n join before b using (owner_id, id)
      where n.value is distinct from b.value) order by o.id
    on conflict (owner_id) do update set version = v.version + 1;
  return null;
end $$;
create trigger activities_completed after update on activities
  referencing old table as before new table as changed
  for each statement execute function raise_left_out_versions_of_completed();

create trigger do_not_contact_left_out after insert on do_not_contact
  referencing new table as changed
  for each statement execute function raise_left_out_versions();
create trigger do_not_contact_let_in after delete on do_not_contact
  referencing old table as changed
  for each statement execute function raise_left_out_versions();
create function raise_left_out_versions_of_renewed() returns trigger language plpgsql as $$
begin
  insert into left_out_versions as v (owner_id)
    select o.id from owners o where o.id in (
      select n.owner_id from changed n join before b using (owner_id, candidate_id)
      where n.until is distinct from b.until) order by o.id
    on conflict (owner_id) do update set version = v.version + 1;
  return null;
end $$;
create trigger do_not_contact_renewed after update on do_not_contact
  referencing old table as before new table as changed
  for each statement execute function raise_left_out_versions_of_renewed();
