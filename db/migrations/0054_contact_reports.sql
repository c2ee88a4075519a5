-- Every contact has an age and a source, and one that is wrong can be reported by those who revealed it.
alter table candidate_contacts
  -- Names a value without telling it: drawn anew with each value. Meant with person and kind.
  add column value_id integer not null default (random() * 2147483647)::integer,
  -- Null unless two independent accounts reported the value: when the earlier of the two did, for a
  -- check after that leaves fewer than two.
  add column disputed_at timestamptz;

create or replace view candidate_contacts_known as
  select candidate_id, kind, verified_at, source, value_id, disputed_at is not null as is_disputed
  from candidate_contacts;

-- Who found which value wrong, and what came of it. No word of free text, and never the value.
create table contact_reports (
  owner_id text not null references owners (id) on delete cascade,
  candidate_id uuid not null references candidates (id) on delete cascade,
  kind text not null check (kind in ('personal_email', 'work_email', 'phone', 'direct_phone')),
  value_id integer not null,
  reason text not null check (reason in ('not_in_service', 'someone_else', 'left', 'other')),
  state text not null
    check (state in ('received', 'disputed', 'replaced', 'checked', 'withdrawn')),
  -- When an independent report agreed: the reveal is given back to the budget of its day.
  confirmed_at timestamptz,
  created_at timestamptz not null,
  -- One report per account and value.
  primary key (owner_id, candidate_id, kind, value_id)
);
create index contact_reports_contact on contact_reports (candidate_id, kind);
alter table contact_reports replica identity full;
alter publication shape_server add table contact_reports;

-- Only those report a contact who have revealed it; the others get no row, whoever is in the directory.
-- The person is locked before the contact, as imports do.
create function admit_contact_report() returns trigger language plpgsql as $$
begin
  perform from reveals where owner_id = new.owner_id and candidate_id = new.candidate_id;
  if not found then return null; end if;
  perform from candidates where id = new.candidate_id for no key update;
  if not found then return null; end if;
  perform from candidate_contacts
    where candidate_id = new.candidate_id and kind = new.kind and value_id = new.value_id;
  if not found then new.state := 'replaced'; end if;
  return new;
end $$;
create trigger contact_reports_admitted before insert on contact_reports
  for each row execute function admit_contact_report();

-- Weighs the reports of a value once one came, came again or was withdrawn. Two are independent when
-- they are of two accounts that were never in one team; visitors of one demo account are one, and who is
-- banned is nobody. A report that a later check answers does not count.
create function weigh_contact_reports() returns trigger language plpgsql as $$
declare
  dispute timestamptz;
begin
  perform from candidates where id = new.candidate_id for no key update;
  select max(least(a.created_at, b.created_at)) into dispute
    from contact_reports a
    join users reporter on reporter.id = a.owner_id and reporter.banned_at is null
    join contact_reports b using (candidate_id, kind, value_id)
    join users other on other.id = b.owner_id and other.banned_at is null
    where a.candidate_id = new.candidate_id and a.kind = new.kind and a.value_id = new.value_id
      and a.state in ('received', 'disputed') and b.state in ('received', 'disputed')
      and coalesce(reporter.demo_of, reporter.id) < coalesce(other.demo_of, other.id)
      and not exists (
        select from team_members x join team_members y using (team_id)
        where x.user_id = a.owner_id and y.user_id = b.owner_id);
  update candidate_contacts set disputed_at = dispute
    where candidate_id = new.candidate_id and kind = new.kind and value_id = new.value_id
      and disputed_at is distinct from dispute;
  update contact_reports
    set state = case when dispute is null then 'received' else 'disputed' end,
      confirmed_at = case when dispute is not null then coalesce(confirmed_at, now()) end
    where candidate_id = new.candidate_id and kind = new.kind and value_id = new.value_id
      and state = case when dispute is null then 'disputed' else 'received' end;
  return null;
end $$;
create trigger contact_reports_weighed after insert or update of created_at on contact_reports
  for each row when (new.state <> 'replaced') execute function weigh_contact_reports();

-- A new value is another contact; a check after the reports restores the one there was.
create function renew_contact() returns trigger language plpgsql as $$
begin
  if new.value is distinct from old.value then
    new.value_id := (random() * 2147483647)::integer;
    new.disputed_at := null;
  elsif new.verified_at > new.disputed_at then
    new.disputed_at := null;
  end if;
  return new;
end $$;
create trigger contacts_renewed before update of value, verified_at on candidate_contacts
  for each row execute function renew_contact();

-- Those who reported a value are told that it is another one now, that it was checked since, or that it
-- is not listed any more.
create function answer_contact_reports() returns trigger language plpgsql as $$
begin
  update contact_reports r
    set state = case when k.value_id is null then 'replaced' else 'checked' end
    from changed c left join candidate_contacts k
      on k.candidate_id = c.candidate_id and k.kind = c.kind and k.value_id = c.value_id
    where r.candidate_id = c.candidate_id and r.kind = c.kind and r.value_id = c.value_id
      and r.state in ('received', 'disputed')
      and (k.value_id is null or k.verified_at > r.created_at);
  return null;
end $$;
-- With the rows of before: reports name those.
create trigger contacts_answer_changed after update on candidate_contacts
  referencing old table as changed
  for each statement execute function answer_contact_reports();
create trigger contacts_answer_removed after delete on candidate_contacts
  referencing old table as changed
  for each statement execute function answer_contact_reports();
