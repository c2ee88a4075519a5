-- Saved searches that watch the directory. What is new to them follows from the people who changed,
-- each as they were and as they are: nothing is kept of who matches which search.

-- An account's watch on a saved search of its own or of a team.
create table watches (
  owner_id text not null references owners (id) on delete cascade,
  search_owner text not null,
  search_id uuid not null,
  cadence text not null check (cadence in ('daily', 'at_once')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- News found later are unread.
  read_at timestamptz not null,
  -- The last news found, and the last ones that the account was told of.
  found_at timestamptz,
  told_at timestamptz,
  -- People in the unread news, counted by a trigger.
  new_count integer not null default 0,
  moved_count integer not null default 0,
  gone_count integer not null default 0,
  verified_count integer not null default 0,
  primary key (owner_id, search_owner, search_id),
  foreign key (search_owner, search_id) references saved_searches (owner_id, id) on delete cascade
);
create index watches_search on watches (search_owner, search_id);
alter table watches replica identity full;
alter publication shape_server add table watches;

-- People by their ordinals, which say nothing of those who were removed.
create table watch_news (
  owner_id text not null,
  search_owner text not null,
  search_id uuid not null,
  found_at timestamptz not null,
  -- `gone` does not match any more, `left` is not in the directory any more.
  kind text not null check (kind in ('new', 'moved', 'gone', 'left', 'verified')),
  ordinals integer[] not null,
  primary key (owner_id, search_owner, search_id, found_at, kind),
  foreign key (owner_id, search_owner, search_id) references watches on delete cascade
);
create index watch_news_found_at on watch_news (found_at);

-- People in the news of a watch after one time and up to another, as they differ between the two: who
-- came and went is in none, who came is only new. Whoever was removed from the directory is left out.
create function watch_news_between(
  watching text, of_owner text, of_search uuid, after timestamptz, until timestamptz
) returns table (ordinal integer, kind text, found_at timestamptz) language sql stable as $$
  with found as (
    select person, n.kind, n.found_at
    from watch_news n, unnest(n.ordinals) person
    where n.owner_id = watching and n.search_owner = of_owner and n.search_id = of_search
      and n.found_at > after and n.found_at <= until
  ), people as (
    select person, max(f.found_at) as found_at,
      (array_agg(f.kind order by f.found_at) filter (where f.kind in ('new', 'gone', 'left')))[1]
        as first,
      (array_agg(f.kind order by f.found_at desc) filter (where f.kind in ('new', 'gone', 'left')))[1]
        as last,
      bool_or(f.kind = 'moved') as has_moved, bool_or(f.kind = 'verified') as is_verified
    from found f group by person
  )
  select person, what.kind, people.found_at
  from people
    cross join lateral (values
      ('new', first = 'new' and last = 'new'),
      ('gone', first <> 'new' and last <> 'new'),
      ('moved', has_moved and coalesce(first <> 'new' and last = 'new', true)),
      ('verified', is_verified and coalesce(first <> 'new' and last = 'new', true))
    ) what(kind, holds)
  where what.holds
    and (last = 'left' or exists (select from candidates c where c.ordinal = person))
$$;

create function count_watch_news() returns trigger language plpgsql as $$
begin
  select
    count(*) filter (where kind = 'new'), count(*) filter (where kind = 'moved'),
    count(*) filter (where kind = 'gone'), count(*) filter (where kind = 'verified')
    into new.new_count, new.moved_count, new.gone_count, new.verified_count
    from watch_news_between(
      new.owner_id, new.search_owner, new.search_id, new.read_at, 'infinity');
  return new;
end $$;
create trigger watches_count_news before update of read_at, found_at on watches
  for each row execute function count_watch_news();

-- Who leaves a team watches its searches no longer, whichever way a membership ends.
create function end_watches() returns trigger language plpgsql as $$
begin
  delete from watches where owner_id = new.user_id and search_owner = new.team_id;
  return null;
end $$;
create trigger team_members_end_watches after update of ended_at on team_members
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function end_watches();

-- People changed since the watches were evaluated, as they were before; a row for each transaction,
-- so that none waits for another one's, and none is missed that commits late. Nobody watches: none.
create table candidate_changes (
  id bigint generated always as identity primary key,
  ordinal integer not null,
  xid xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default now(),
  -- Null for a person who was not in the directory.
  before jsonb,
  unique (ordinal, xid)
);

create function candidate_before(person candidates, contacts jsonb) returns jsonb
language sql immutable as $$
  select to_jsonb(person) || jsonb_build_object('contacts', coalesce(contacts, '[]'))
$$;
create function contact_known(kind text, verified_at timestamptz) returns jsonb
language sql immutable as $$
  select jsonb_build_object('kind', kind, 'verified_at',
    to_char(verified_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
$$;

create function note_changed_candidates() returns trigger language plpgsql as $$
begin
  if not exists (select from watches) then
    return coalesce(old, new);
  end if;
  if tg_op = 'INSERT' then
    insert into candidate_changes (ordinal) select ordinal from added on conflict do nothing;
  elsif tg_op = 'UPDATE' then
    insert into candidate_changes (ordinal, before)
      select c.ordinal, candidate_before(c, (
        select jsonb_agg(contact_known(k.kind, k.verified_at)) from candidate_contacts_known k
        where k.candidate_id = c.id))
      from changed c on conflict do nothing;
  else
    insert into candidate_changes (ordinal, before)
      values (old.ordinal, candidate_before(old, (
        select jsonb_agg(contact_known(k.kind, k.verified_at)) from candidate_contacts_known k
        where k.candidate_id = old.id))) on conflict do nothing;
  end if;
  return old;
end $$;
create trigger candidates_note_added after insert on candidates
  referencing new table as added
  for each statement execute function note_changed_candidates();
create trigger candidates_note_changed after update on candidates
  referencing old table as changed
  for each statement execute function note_changed_candidates();
-- Before: the contacts go with the person.
create trigger candidates_note_deleted before delete on candidates
  for each row execute function note_changed_candidates();

-- The contacts as they were: those of today, without the new rows and with the old ones. These triggers
-- come before `contacts_…`, by their names, which write the person's row.
create function note_changed_contacts() returns trigger language plpgsql as $$
begin
  if not exists (select from watches) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into candidate_changes (ordinal, before)
      select c.ordinal, candidate_before(c, (
        select jsonb_agg(contact_known(k.kind, k.verified_at)) from candidate_contacts_known k
        where k.candidate_id = c.id
          and k.kind not in (select kind from added a where a.candidate_id = c.id)))
      from candidates c where c.id in (select candidate_id from added) on conflict do nothing;
  else
    insert into candidate_changes (ordinal, before)
      select c.ordinal, candidate_before(c, (
        select jsonb_agg(contact_known(k.kind, k.verified_at)) from (
          select kind, verified_at from candidate_contacts_known k where k.candidate_id = c.id
            and k.kind not in (select kind from was w where w.candidate_id = c.id)
          union all
          select kind, verified_at from was w where w.candidate_id = c.id) k))
      from candidates c where c.id in (select candidate_id from was) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger before_contacts_added after insert on candidate_contacts
  referencing new table as added
  for each statement execute function note_changed_contacts();
create trigger before_contacts_changed after update on candidate_contacts
  referencing old table as was
  for each statement execute function note_changed_contacts();
create trigger before_contacts_removed after delete on candidate_contacts
  referencing old table as was
  for each statement execute function note_changed_contacts();
