-- What administrators list accounts by, kept with the account: a page of a sorted list then reads one
-- index, however many accounts there are.

alter table users
  add column last_sign_in_at timestamptz,
  -- People ever exported, by everybody who signed in to the account.
  add column exported_people integer not null default 0,
  -- As administrators read it: the plan's name, "Trial" or "Free".
  add column plan_label text not null default 'Free',
  -- Until when some grant opens something; infinity without end, null without a grant.
  add column granted_until timestamptz;

create extension if not exists pg_trgm;

create function plan_label(status text, tier text, plan_name text) returns text
language sql immutable as $$
  select case status when 'active' then coalesce(plan_name, tier) when 'trialing' then 'Trial'
    else 'Free' end
$$;

create function keep_plan_label() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update users set plan_label = 'Free' where id = old.user_id;
  else
    update users set plan_label = plan_label(new.status, new.tier, new.plan_name)
    where id = new.user_id and plan_label <> plan_label(new.status, new.tier, new.plan_name);
  end if;
  return null;
end $$;
create trigger entitlements_plan_label after insert or update or delete on entitlements
  for each row execute function keep_plan_label();

create function keep_granted_until() returns trigger language plpgsql as $$
declare
  owner text := coalesce(new.user_id, old.user_id);
  ends timestamptz;
begin
  select max(coalesce(expires_at, 'infinity')) into ends from demo_grants
  where user_id = owner and active and (max_uses is null or uses_count < max_uses);
  update users set granted_until = ends where id = owner and granted_until is distinct from ends;
  return null;
end $$;
create trigger demo_grants_granted_until after insert or update or delete on demo_grants
  for each row execute function keep_granted_until();

-- A guest's exports count for the shared account, whose they become when the guest goes.
create function count_export() returns trigger language plpgsql as $$
begin
  update users set exported_people = exported_people + new.export_count
  where id = (select coalesce(demo_of, id) from users where id = new.owner_id);
  return null;
end $$;
create trigger export_logs_counted after insert on export_logs
  for each row execute function count_export();

-- That something was exported outlives the account that did it, without the person, the file's name
-- and the search.
create table former_exports (
  id uuid primary key,
  export_date timestamptz not null,
  export_count integer not null,
  format text not null
);
create function keep_former_export() returns trigger language plpgsql as $$
begin
  insert into former_exports (id, export_date, export_count, format)
  values (old.id, old.export_date, old.export_count, old.format);
  return null;
end $$;
create trigger export_logs_former after delete on export_logs
  for each row execute function keep_former_export();

update users u set
  last_sign_in_at = (
    select max(s.created_at) from sessions s join users g on g.id = s.user_id
    where coalesce(g.demo_of, g.id) = u.id),
  exported_people = (
    select coalesce(sum(e.export_count), 0) from export_logs e join users g on g.id = e.owner_id
    where coalesce(g.demo_of, g.id) = u.id),
  plan_label = coalesce((
    select plan_label(e.status, e.tier, e.plan_name) from entitlements e where e.user_id = u.id), 'Free'),
  granted_until = (
    select max(coalesce(expires_at, 'infinity')) from demo_grants g
    where g.user_id = u.id and active and (max_uses is null or uses_count < max_uses))
where demo_of is null;

-- One for each column that the list is sorted by. Guests are in none of it. Missing values sort as
-- the lowest, so that a keyset needs no case for them.
create index users_listed_email on users (lower(email), id) where demo_of is null;
create index users_listed_signed_up on users (created_at, id) where demo_of is null;
create index users_listed_signed_in on users (coalesce(last_sign_in_at, '-infinity'), id)
  where demo_of is null;
create index users_listed_plan on users (plan_label, id) where demo_of is null;
create index users_listed_exports on users (exported_people, id) where demo_of is null;
create index users_listed_source on users (lower(coalesce(source, '')), id) where demo_of is null;
create index users_listed_grant on users (coalesce(granted_until, '-infinity'), id)
  where demo_of is null;
create index users_email_part on users using gin (lower(email) gin_trgm_ops) where demo_of is null;
create index users_banned on users (banned_at) where banned_at is not null;
