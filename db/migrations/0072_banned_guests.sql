-- A guest of a shared demo account is banned with that account, also where its sign-in and the ban meet.
create or replace function refuse_session() returns trigger language plpgsql as $$
declare
  shared text;
  banned boolean;
  codes boolean;
begin
  select demo_of into shared from users where id = new.user_id;
  perform 1 from users where id in (new.user_id, shared) for share;
  select bool_or(banned_at is not null) into banned from users where id in (new.user_id, shared);
  if banned then
    raise exception 'the account is banned';
  end if;
  select two_factor_enabled into codes from users where id = new.user_id;
  if new.factor <> 'password' and not codes
    and not exists (select 1 from auth_passkeys where user_id = new.user_id) then
    raise exception 'the account has no second factor any more';
  end if;
  return new;
end $$;

-- The check before an import names people; of an import that is done it is not kept.
update directory_imports set check_result = null where state = 'done' and check_result is not null;
