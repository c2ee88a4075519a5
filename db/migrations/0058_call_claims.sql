-- Which member of a team is about to call whom: of two who press at once, one.
create table call_claims (
  team_id text not null references teams (id) on delete cascade,
  candidate_id uuid not null references candidates (id) on delete cascade,
  member_id uuid not null references team_members (id) on delete cascade,
  -- The activity, written by the device: its outcome ends the claim.
  call_id uuid not null,
  until timestamptz not null,
  primary key (team_id, candidate_id)
);
create index call_claims_candidate_id on call_claims (candidate_id);
create index call_claims_member_id on call_claims (member_id);
create index call_claims_call_id on call_claims (call_id);

create function end_call_claim() returns trigger language plpgsql as $$
begin
  delete from call_claims where call_id = new.id;
  return null;
end $$;
create trigger activities_end_call_claim after update on activities
  for each row when (new.kind = 'call' and (new.value is not null or new.redacted_at is not null))
  execute function end_call_claim();
