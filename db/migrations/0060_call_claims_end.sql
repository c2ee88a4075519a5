-- Who leaves a team claims nobody any more, whichever way a membership ends.
create function end_call_claims() returns trigger language plpgsql as $$
begin
  delete from call_claims where member_id = new.id;
  return null;
end $$;
create trigger team_members_end_call_claims after update of ended_at on team_members
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function end_call_claims();
delete from call_claims c using team_members m
  where m.id = c.member_id and m.ended_at is not null;
