-- People whose contacts the members of a team revealed and exported by its plan, by the day (UTC), whoever they
-- were: a seat that changes hands, or an account that is deleted, brings no second day of them.
create table team_contacts (
  team_id text not null references teams (id) on delete cascade,
  day date not null,
  revealed integer not null default 0 check (revealed >= 0),
  exported integer not null default 0 check (exported >= 0),
  primary key (team_id, day)
);
