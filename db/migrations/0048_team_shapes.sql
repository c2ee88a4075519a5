-- Memberships and teams are sent to devices. Changes and deletions are streamed with the whole row
-- they replace: a row may leave a shape.
alter table teams replica identity full;
alter table team_members replica identity full;
alter publication shape_server add table teams, team_members;
