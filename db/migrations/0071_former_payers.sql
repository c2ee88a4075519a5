-- When the last owner of a team was gone, who gave the card that pays for it: it is to be taken off, and the plan to
-- end with the period that is paid. Null once that is done.
alter table stripe_customers add column payer_left_at timestamptz;

-- An account that is deleted or banned leaves its teams in the same transaction, whichever way leads there. The
-- place of the last owner goes to the manager who is there longest, else to the recruiter. Without either a team
-- closes with an account that is deleted; with one that is banned it waits, for a ban can be lifted: its owner
-- stays, and cannot sign in. Lock order: the account, then each team's customer, then the team.
drop function end_memberships(text);
create function end_memberships(account text, is_ban boolean) returns void language plpgsql as $$
declare
  membership record;
  is_last boolean;
  heir record;
begin
  for membership in
    select id, team_id from team_members
    where user_id = account and ended_at is null order by team_id
  loop
    perform from stripe_customers where owner_id = membership.team_id for update;
    perform from teams where id = membership.team_id for no key update;
    -- Removed while this waited for the lock.
    continue when not exists (
      select from team_members where id = membership.id and ended_at is null);
    update team_invites set revoked_at = now()
      where invited_by = membership.id and accepted_at is null and revoked_at is null;
    is_last := not exists (
      select from team_members
      where team_id = membership.team_id and role = 'owner' and ended_at is null
        and id <> membership.id);
    select id, user_id into heir from team_members
      where team_id = membership.team_id and role in ('manager', 'recruiter') and ended_at is null
        and id <> membership.id
      order by role = 'manager' desc, joined_at, id limit 1;
    if is_last then
      update stripe_customers set payer_left_at = now() where owner_id = membership.team_id;
      continue when is_ban and heir is null;
    end if;
    update team_members set ended_at = now() where id = membership.id;
    continue when not is_last;
    if heir is not null then
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

create or replace function leave_teams() returns trigger language plpgsql as $$
begin
  perform end_memberships(old.id, tg_op = 'UPDATE');
  if tg_op = 'DELETE' then
    update team_members set user_id = null where user_id = old.id;
    return old;
  end if;
  return null;
end $$;
