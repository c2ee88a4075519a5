-- Accounts, plans, demo access and the traces of what was done with them.

-- Accounts as the authentication library keeps them, under our names.
create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null,
  image text,
  -- "Where did you hear about us?"
  source text,
  -- "demo" restricts the account; administrators are named by the environment, never here.
  role text,
  demo_account boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null
);
create index sessions_user_id on sessions (user_id);

create table auth_accounts (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null
);
create index auth_accounts_user_id on auth_accounts (user_id);

create table auth_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verifications_identifier on auth_verifications (identifier);

create table auth_rate_limits (
  id text primary key,
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

-- What somebody pays for: the one truth about plans, derived from the billing service.
create table entitlements (
  user_id text primary key references users (id) on delete cascade,
  -- free, basic (Monthly Plan), premium (Annual Plan), or a name made for one customer.
  tier text not null default 'free',
  -- As the billing service says: active, trialing, past_due, canceled …; none without a subscription.
  status text not null default 'none',
  plan_name text,
  price_cents integer,
  currency text,
  billing_interval text,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  checked_at timestamptz not null default now()
);

create table stripe_customers (
  user_id text primary key references users (id) on delete cascade,
  customer_id text not null unique
);

-- Events already taken in; the key is what makes a repeated delivery harmless.
create table stripe_events (
  id text primary key,
  type text not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);

create table demo_grants (
  id uuid primary key default gen_random_uuid(),
  user_id text not null references users (id) on delete cascade,
  feature_type text not null check (feature_type in (
    'createLists', 'saveLists', 'export', 'viewContactInfo', 'saveCandidates', 'full_access')),
  active boolean not null default true,
  expires_at timestamptz,
  max_uses integer check (max_uses > 0),
  uses_count integer not null default 0,
  notes text,
  granted_by text,
  created_at timestamptz not null default now()
);
create index demo_grants_user_id on demo_grants (user_id);

-- Who revealed whom and when; never the contact. Outlives the person, so that devices learn of a
-- removal by the mark.
create table reveals (
  id uuid primary key default gen_random_uuid(),
  owner_id text not null references users (id) on delete cascade,
  team_id text,
  candidate_id uuid not null,
  revealed_at timestamptz not null default now(),
  removed_at timestamptz
);
create index reveals_owner_id on reveals (owner_id, revealed_at desc);
create index reveals_candidate_id on reveals (candidate_id);

create table export_logs (
  id uuid primary key default gen_random_uuid(),
  owner_id text not null references users (id) on delete cascade,
  team_id text,
  export_date timestamptz not null default now(),
  export_count integer not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  file_name text not null,
  columns text[] not null,
  -- The search or list the people were picked from, as the screen had it.
  filters jsonb
);
create index export_logs_owner_id on export_logs (owner_id, export_date desc);

-- Who did what to whom. Written once: the triggers refuse every change.
create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  actor_id text,
  action text not null,
  subject_id text,
  details jsonb not null default '{}',
  network text
);
create index audit_log_at on audit_log (at desc);
create index audit_log_actor_id on audit_log (actor_id, at desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end $$;

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
