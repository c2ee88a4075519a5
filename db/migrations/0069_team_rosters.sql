-- A team's members, former ones among them, are read with each request for its account's teams and by each new
-- device. The index of live members does not find the former ones.
create index team_members_team_id on team_members (team_id);

-- Each account that is deleted is looked for among those who decided on a resume.
create index candidate_submissions_decided_by on candidate_submissions (decided_by)
  where decided_by is not null;
