-- What was done with a person beside the steps on a list: calls, e-mails, notes, and what is next.
-- A release before writes steps of lists alone, and leaves the new columns out.
alter table activities
  alter column list_id drop not null,
  -- A call that was begun is completed once; its outcome is the value.
  drop constraint activities_kind_check,
  add constraint activities_kind_check check (kind in
    ('stage', 'assign', 'call', 'email', 'text', 'meeting', 'note', 'next', 'stop', 'resume')),
  add column words text check (length(words) <= 4000),
  -- A day without a time zone, as the author means it: YYYY-MM-DD.
  add column next_on text check (next_on ~ '^\d{4}-\d{2}-\d{2}$'),
  -- When it was done, by the server's clock: a device that was offline tells later.
  add column happened_at timestamptz not null default now(),
  -- The person where a next step is due, on no list perhaps.
  add column card jsonb,
  -- Its words and outcome were taken out; the row stays.
  add column redacted_at timestamptz;
update activities set happened_at = created_at;
drop index activities_candidate_id;
create index activities_candidate_id on activities (candidate_id, happened_at);

-- A person who was removed from the directory gets no new row.
create function fill_activity_card() returns trigger language plpgsql as $$
declare
  person candidates;
begin
  select c.* into person from candidates c where c.id = new.candidate_id for share;
  if not found then return null; end if;
  new.card := case when new.next_on is not null then candidate_card(person) end;
  return new;
end $$;
create trigger activities_fill_card before insert or update on activities
  for each row execute function fill_activity_card();

-- Whom an owner must not contact. A table of its own, a row per person: a mark that is set replaces
-- the one before, and is lifted by its id alone, so that no older lift takes a newer mark away.
create table do_not_contact (
  owner_id text not null references owners (id) on delete cascade,
  candidate_id uuid not null references candidates (id) on delete cascade,
  mark_id uuid not null,
  reason text not null check (length(reason) <= 500),
  -- The last day it holds, YYYY-MM-DD; null for good.
  until text check (until ~ '^\d{4}-\d{2}-\d{2}$'),
  card jsonb,
  created_by text,
  updated_by text,
  set_at timestamptz not null,
  primary key (owner_id, candidate_id)
);
create index do_not_contact_candidate_id on do_not_contact (candidate_id);
create trigger do_not_contact_fill_card before insert on do_not_contact
  for each row execute function fill_card();
alter table do_not_contact replica identity full;
alter publication shape_server add table do_not_contact;

-- Cards of these tables follow their people, too.
create or replace function refresh_cards() returns trigger language plpgsql as $$
begin
  update list_members m set card = candidate_card(c)
    from changed join candidates c on c.id = changed.id
    where m.candidate_id = changed.id and m.card is distinct from candidate_card(c);
  update saved_candidates s set card = candidate_card(c)
    from changed join candidates c on c.id = changed.id
    where s.candidate_id = changed.id and s.card is distinct from candidate_card(c);
  update activities a set card = candidate_card(c)
    from changed join candidates c on c.id = changed.id
    where a.candidate_id = changed.id and a.card is not null
      and a.card is distinct from candidate_card(c);
  update do_not_contact d set card = candidate_card(c)
    from changed join candidates c on c.id = changed.id
    where d.candidate_id = changed.id and d.card is distinct from candidate_card(c);
  return null;
end $$;
create or replace function stamp_people_of_contacts() returns trigger language plpgsql as $$
begin
  update candidates c set changed_xid = pg_current_xact_id()
    from (select distinct candidate_id from changed) whose
    where c.id = whose.candidate_id and c.changed_xid <> pg_current_xact_id();
  update list_members m set card = candidate_card(c)
    from changed join candidates c on c.id = changed.candidate_id
    where m.candidate_id = c.id and m.card is distinct from candidate_card(c);
  update saved_candidates s set card = candidate_card(c)
    from changed join candidates c on c.id = changed.candidate_id
    where s.candidate_id = c.id and s.card is distinct from candidate_card(c);
  update activities a set card = candidate_card(c)
    from changed join candidates c on c.id = changed.candidate_id
    where a.candidate_id = c.id and a.card is not null and a.card is distinct from candidate_card(c);
  update do_not_contact d set card = candidate_card(c)
    from changed join candidates c on c.id = changed.candidate_id
    where d.candidate_id = c.id and d.card is distinct from candidate_card(c);
  return null;
end $$;
