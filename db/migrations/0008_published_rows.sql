-- What the shape server follows. Made here, by the owner of the tables, so that the role it connects
-- as needs no right but to read them. A database from before may have one that was made on demand.
-- A table with a generated column could not be published whole.
alter table list_members drop column if exists search_text;
drop publication if exists shape_server;
create publication shape_server for table
  lists, list_members, saved_candidates, saved_searches, email_templates, user_settings,
  reveals, export_logs, entitlements;
