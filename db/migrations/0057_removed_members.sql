-- A person taken off a list can be put back as before: a mark on the row, as on a deleted list.
alter table list_members add column removed_at timestamptz;
create index list_members_removed_at on list_members (removed_at) where removed_at is not null;

-- Most updates of members change their cards or stages, and nobody whom a search leaves out.
create function raise_left_out_versions_of_removed() returns trigger language plpgsql as $$
begin
  insert into left_out_versions as v (owner_id)
    select u.id from users u where u.id in (
      select n.owner_id from changed n join before b using (owner_id, list_id, candidate_id)
      where n.removed_at is distinct from b.removed_at) order by u.id
    on conflict (owner_id) do update set version = v.version + 1;
  return null;
end $$;
create trigger list_members_removed after update on list_members
  referencing old table as before new table as changed
  for each statement execute function raise_left_out_versions_of_removed();
