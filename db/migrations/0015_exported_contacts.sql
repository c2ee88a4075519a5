-- People whose contacts an account took with it by export, by the day (UTC): what the daily allowance
-- is measured by, and whether the operators were told that much of it is used.
create table exported_contacts (
  user_id text not null references users (id) on delete cascade,
  day date not null,
  people integer not null check (people > 0),
  operator_told_at timestamptz,
  primary key (user_id, day)
);
create index exported_contacts_untold on exported_contacts (day) where operator_told_at is null;
