-- What a recruiter owns and carries on every device. Rows have an owner and, for later, a team.
-- Ids are made on devices, so every key begins with the owner: nobody can occupy another's id, or
-- learn from a collision that it exists.

-- A person as lists keep them: enough to read offline, never a contact. Null for nobody.
create function candidate_card(person candidates) returns jsonb language sql immutable as $$
  select case when person.id is not null then jsonb_build_object(
    'first_name', person.first_name, 'middle_name', person.middle_name,
    'last_name', person.last_name, 'credential', person.credential, 'title', person.title,
    'specialty', person.specialty, 'organization', person.organization, 'city', person.city,
    'state', person.state, 'linkedin_url', person.linkedin_url,
    'skills', to_jsonb(person.skills), 'education', person.education) end
$$;

create table lists (
  id uuid not null,
  owner_id text not null references users (id) on delete cascade,
  team_id text,
  name text not null,
  description text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Deleted lists can be restored for 30 days; their members stay with them until then.
  deleted_at timestamptz,
  primary key (owner_id, id)
);
create index lists_deleted_at on lists (deleted_at) where deleted_at is not null;

create table list_members (
  list_id uuid not null,
  candidate_id uuid not null references candidates (id) on delete cascade,
  owner_id text not null,
  team_id text,
  card jsonb,
  added_at timestamptz not null,
  primary key (owner_id, list_id, candidate_id),
  foreign key (owner_id, list_id) references lists (owner_id, id) on delete cascade
);
create index list_members_candidate_id on list_members (candidate_id);

-- A row is there while it says something: a star, a note, or both.
create table saved_candidates (
  owner_id text not null references users (id) on delete cascade,
  candidate_id uuid not null references candidates (id) on delete cascade,
  team_id text,
  starred boolean not null,
  note text,
  card jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, candidate_id)
);
create index saved_candidates_candidate_id on saved_candidates (candidate_id);

create table saved_searches (
  id uuid not null,
  owner_id text not null references users (id) on delete cascade,
  team_id text,
  name text not null,
  -- The search screen's query string, as an object.
  search_params jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id)
);

create table email_templates (
  id uuid not null,
  owner_id text not null references users (id) on delete cascade,
  team_id text,
  name text not null,
  subject text not null,
  body text not null,
  tone text not null,
  length text not null,
  position_type text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (owner_id, id)
);

-- A row per setting that was ever changed, so that two devices changing two settings never meet.
create table user_settings (
  owner_id text not null references users (id) on delete cascade,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (owner_id, key)
);

-- A new row gets the person's card; a person who is not in the directory any more gets no row.
create function fill_card() returns trigger language plpgsql as $$
begin
  select candidate_card(c) into new.card from candidates c where c.id = new.candidate_id;
  return case when new.card is not null then new end;
end $$;
create trigger list_members_card before insert on list_members
  for each row execute function fill_card();
create trigger saved_candidates_card before insert on saved_candidates
  for each row execute function fill_card();

-- Whoever changes people (an import, an approval) brings their cards up to date in the same
-- transaction; who is deleted goes from every list by the foreign key.
create function refresh_cards() returns trigger language plpgsql as $$
begin
  update list_members m set card = candidate_card(c)
    from changed join candidates c on c.id = changed.id
    where m.candidate_id = changed.id and m.card is distinct from candidate_card(c);
  update saved_candidates s set card = candidate_card(c)
    from changed join candidates c on c.id = changed.id
    where s.candidate_id = changed.id and s.card is distinct from candidate_card(c);
  return null;
end $$;
create trigger candidates_refresh_cards after update on candidates
  referencing new table as changed
  for each statement execute function refresh_cards();

-- The answer each mutation got, written with its effect: what makes a repeated push harmless.
create table mutation_results (
  id uuid not null,
  owner_id text not null references users (id) on delete cascade,
  result jsonb not null,
  executed_at timestamptz not null default now(),
  primary key (owner_id, id)
);
create index mutation_results_executed_at on mutation_results (executed_at);

-- Changes and deletions are streamed with the whole row they replace: a row may leave a shape.
alter table lists replica identity full;
alter table list_members replica identity full;
alter table saved_candidates replica identity full;
alter table saved_searches replica identity full;
alter table email_templates replica identity full;
alter table user_settings replica identity full;
alter table reveals replica identity full;
alter table export_logs replica identity full;
alter table entitlements replica identity full;
