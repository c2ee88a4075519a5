-- Who made a row and who changed it last, how far a person on a list has come, and whose it is.
-- Accounts, without a foreign key: the row stays when the account goes, and names nobody then. Null in
-- rows of before, which their owner wrote.
alter table lists
  add column created_by text,
  add column updated_by text,
  -- The team that the list was moved to. The row stays behind, deleted, to send late edits after it.
  add column moved_to text;
alter table saved_searches add column created_by text, add column updated_by text;
alter table email_templates add column created_by text, add column updated_by text;
alter table list_members
  add column created_by text,
  add column stage text,
  add column stage_by text,
  add column stage_at timestamptz,
  add column assigned_to text,
  add column assigned_at timestamptz;
create index list_members_assigned_to on list_members (owner_id, assigned_to)
  where assigned_to is not null;

-- What was done with a person on a list, never changed: a row per step.
create table activities (
  id uuid not null,
  owner_id text not null references owners (id) on delete cascade,
  list_id uuid not null,
  candidate_id uuid not null references candidates (id) on delete cascade,
  kind text not null check (kind in ('stage', 'assign')),
  -- The stage, or the account that the person was assigned to; null where either was taken away.
  value text,
  created_by text not null,
  created_at timestamptz not null,
  primary key (owner_id, id)
);
create index activities_candidate_id on activities (candidate_id);
create index activities_list_id on activities (owner_id, list_id);
alter table activities replica identity full;
alter publication shape_server add table activities;

-- Who leaves a team has nobody assigned any more, whichever way a membership ends.
create function clear_assignments() returns trigger language plpgsql as $$
begin
  update list_members set assigned_to = null, assigned_at = null
    where owner_id = new.team_id and assigned_to = new.user_id;
  return null;
end $$;
create trigger team_members_clear_assignments after update of ended_at on team_members
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function clear_assignments();
