-- What the shape server follows. Made here, by the owner of the tables, so that the role it connects
-- as needs no right but to read them.
create publication shape_server for table
  lists, list_members, saved_candidates, saved_searches, email_templates, user_settings,
  reveals, export_logs, entitlements;
