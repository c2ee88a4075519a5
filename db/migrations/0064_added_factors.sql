-- A factor that is being added while an administrator resets those of its account must not outlast the
-- reset: whoever has the lost one may be the one who adds it. As with a sign-in, the row lock makes one
-- of the two wait for the other. The reset deletes all sessions and the secret of the codes; a passkey
-- is added in a session, and codes are turned on by their secret.
create function refuse_passkey() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id for share;
  if not exists (select from sessions where user_id = new.user_id) then
    raise exception 'the account has no session any more';
  end if;
  return new;
end $$;
create trigger passkeys_in_session before insert on auth_passkeys
  for each row execute function refuse_passkey();

create function refuse_codes() returns trigger language plpgsql as $$
begin
  if not exists (select from auth_two_factors where user_id = new.id) then
    raise exception 'the account has no secret of codes any more';
  end if;
  return new;
end $$;
create trigger users_codes_with_secret before update of two_factor_enabled on users
  for each row when (new.two_factor_enabled and not old.two_factor_enabled)
  execute function refuse_codes();
