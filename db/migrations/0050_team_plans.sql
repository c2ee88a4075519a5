-- Plans and customers of accounts and teams alike: by owner. The account's own column stays beside it
-- for the release before, which reads and writes nothing else; it is null for a team.
alter table entitlements add column owner_id text;
update entitlements set owner_id = user_id;
alter table entitlements
  drop constraint entitlements_pkey,
  alter user_id drop not null,
  add unique (user_id),
  add primary key (owner_id),
  add foreign key (owner_id) references owners (id) on delete cascade,
  -- The quantity paid for at present, and from the renewal on.
  add column seats integer,
  add column renewal_seats integer;

alter table stripe_customers add column owner_id text;
update stripe_customers set owner_id = user_id;
alter table stripe_customers
  drop constraint stripe_customers_pkey,
  alter user_id drop not null,
  add unique (user_id),
  add primary key (owner_id),
  add foreign key (owner_id) references owners (id) on delete cascade;

create function name_owner_of_plan() returns trigger language plpgsql as $$
begin
  new.owner_id := coalesce(new.owner_id, new.user_id);
  new.user_id := (select id from users where id = new.owner_id);
  return new;
end $$;
create trigger entitlements_name_owner before insert on entitlements
  for each row execute function name_owner_of_plan();
create trigger stripe_customers_name_owner before insert on stripe_customers
  for each row execute function name_owner_of_plan();

-- Since when a team that had a plan has none: it can be read, and is closed after a while.
alter table teams add column lapsed_at timestamptz;
create index teams_lapsed on teams (lapsed_at) where lapsed_at is not null and closed_at is null;

-- What a member may do follows from the team's plan, too: processes that remember it look again.
create trigger team_members_account_changed after insert or update or delete on team_members
  for each statement execute function notify_account_changed();
create trigger teams_account_changed after update on teams
  for each statement execute function notify_account_changed();
