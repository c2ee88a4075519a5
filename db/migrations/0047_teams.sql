-- Teams: who belongs to one, in which role, and who is invited. A team owns rows as an account does.

create table teams (
  id text primary key default gen_random_uuid()::text,
  name text not null check (char_length(name) between 1 and 120),
  -- For how many days without contact a member's device keeps the team's rows.
  lease_days integer not null default 7 check (lease_days between 1 and 14),
  -- For how many days after a contact other members are warned of a second one.
  cooldown_days integer not null default 14 check (cooldown_days between 0 and 90),
  -- How many members other than viewers there may be.
  seats integer not null default 0 check (seats >= 0),
  created_at timestamptz not null default now(),
  closed_at timestamptz
);

create trigger teams_create_owner after insert on teams
  for each row execute function create_owner('team');
create trigger teams_delete_owner after delete on teams
  for each row execute function delete_owner();

-- An ended membership stays, for what the member did keeps a name: "Ana (left)".
create table team_members (
  id uuid primary key default gen_random_uuid(),
  team_id text not null references teams (id) on delete cascade,
  -- Null once the account is deleted.
  user_id text references users (id) on delete set null,
  role text not null check (role in ('owner', 'manager', 'recruiter', 'viewer')),
  display_name text not null,
  joined_at timestamptz not null default now(),
  ended_at timestamptz,
  check (user_id is not null or ended_at is not null)
);
create unique index team_members_live on team_members (team_id, user_id) where ended_at is null;
create index team_members_user_id on team_members (user_id);

-- An invitation is open until it is accepted, revoked or expired.
create table team_invites (
  id uuid primary key default gen_random_uuid(),
  team_id text not null references teams (id) on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('manager', 'recruiter', 'viewer')),
  -- SHA-256; only the mail holds the token.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- A membership and not an account: its name outlives the account.
  invited_by uuid not null references team_members (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create unique index team_invites_open on team_invites (team_id, email)
  where accepted_at is null and revoked_at is null;
create index team_invites_invited_by on team_invites (invited_by);
create index team_invites_email on team_invites (email);

-- An open team has an owner, whatever ends a membership. Checked at commit: a hand-over changes two rows.
create function require_team_owner() returns trigger language plpgsql as $$
declare
  team text;
begin
  if tg_table_name = 'teams' then
    team := new.id;
  else
    team := old.team_id;
  end if;
  if exists (select from teams where id = team and closed_at is null)
    and not exists (
      select from team_members where team_id = team and role = 'owner' and ended_at is null) then
    raise exception 'an open team has an owner' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger teams_owner after insert or update of closed_at on teams
  deferrable initially deferred for each row execute function require_team_owner();
create constraint trigger team_members_owner after update or delete on team_members
  deferrable initially deferred for each row execute function require_team_owner();

-- Every process learns who joined, left or has another role: requests that this opened are ended.
create function notify_team_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('team_changed', json_build_object(
    'team_id', coalesce(new.team_id, old.team_id),
    'user_id', coalesce(new.user_id, old.user_id))::text);
  return null;
end $$;
create trigger team_members_changed after insert or update of role, ended_at or delete on team_members
  for each row execute function notify_team_changed();

-- An account that is deleted or banned leaves its teams in the same transaction, whichever way leads
-- there. The place of the last owner goes to the manager who is there longest, else to the recruiter;
-- without either the team closes. Lock order: the account, then its teams.
create function end_memberships(account text) returns void language plpgsql as $$
declare
  membership record;
  heir record;
begin
  for membership in
    select id, team_id from team_members
    where user_id = account and ended_at is null order by team_id
  loop
    perform from teams where id = membership.team_id for no key update;
    update team_members set ended_at = now() where id = membership.id and ended_at is null;
    -- Removed while this waited for the lock.
    continue when not found;
    update team_invites set revoked_at = now()
      where invited_by = membership.id and accepted_at is null and revoked_at is null;
    continue when exists (
      select from team_members
      where team_id = membership.team_id and role = 'owner' and ended_at is null);
    select id, user_id into heir from team_members
      where team_id = membership.team_id and role in ('manager', 'recruiter') and ended_at is null
      order by role = 'manager' desc, joined_at, id limit 1;
    if found then
      update team_members set role = 'owner' where id = heir.id;
      insert into audit_log (action, subject_id, details)
        values ('team.owner_follows', heir.user_id, json_build_object('team', membership.team_id));
    else
      update teams set closed_at = now() where id = membership.team_id;
      update team_members set ended_at = now()
        where team_id = membership.team_id and ended_at is null;
      update team_invites set revoked_at = now()
        where team_id = membership.team_id and accepted_at is null and revoked_at is null;
      insert into audit_log (action, subject_id) values ('team.close', membership.team_id);
    end if;
  end loop;
end $$;

create function leave_teams() returns trigger language plpgsql as $$
begin
  perform end_memberships(old.id);
  if tg_op = 'DELETE' then
    update team_members set user_id = null where user_id = old.id;
    return old;
  end if;
  return null;
end $$;
-- Before the row is gone, for the foreign key would leave a live membership without an account.
create trigger users_leave_teams before delete on users
  for each row execute function leave_teams();
create trigger banned_users_leave_teams after update of banned_at on users
  for each row when (old.banned_at is null and new.banned_at is not null)
  execute function leave_teams();
