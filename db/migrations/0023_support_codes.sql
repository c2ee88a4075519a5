-- Six digits that somebody reads out to an administrator, who may then see how many rows the account
-- has and how its device synchronises, until the time is over or either of them ends it.
create table support_codes (
  user_id text primary key references users (id) on delete cascade,
  code text not null unique check (code ~ '^[0-9]{6}$'),
  -- How the device that made the code synchronises; no row of its owner.
  sync_report jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The administrator who used it, and from then on the only one who can.
  opened_by text,
  opened_at timestamptz
);
create index support_codes_expires_at on support_codes (expires_at);
