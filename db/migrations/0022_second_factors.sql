-- Passkeys and one-time codes as the authentication library keeps them, under our names; and what a
-- session knows of how it began.

alter table users add column two_factor_enabled boolean not null default false;

create table auth_two_factors (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- Encrypted, both.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
create unique index auth_two_factors_user_id on auth_two_factors (user_id);

create table auth_passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz
);
create index auth_passkeys_user_id on auth_passkeys (user_id);

-- By what the session was opened, or was confirmed since: password, code or passkey.
alter table sessions add column factor text not null default 'password'
  check (factor in ('password', 'code', 'passkey'));
-- When whoever has the session last showed who they are.
alter table sessions add column confirmed_at timestamptz not null default now();
update sessions set confirmed_at = created_at;
