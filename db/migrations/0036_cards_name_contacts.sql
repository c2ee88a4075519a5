-- A card says which kinds of contact its person has, never a value and never how fresh: so a list
-- offers, with no network too, only what there is. A check that finds a contact unchanged changes no
-- card, or every list would travel to its devices with each verification.
create or replace function candidate_card(person candidates) returns jsonb language sql stable as $$
  select case when person.id is not null then jsonb_build_object(
    'first_name', person.first_name, 'middle_name', person.middle_name,
    'last_name', person.last_name, 'credential', person.credential, 'title', person.title,
    'specialty', person.specialty, 'organization', person.organization, 'city', person.city,
    'state', person.state, 'linkedin_url', person.linkedin_url,
    'skills', to_jsonb(person.skills), 'education', person.education,
    'contact_kinds', coalesce(
      (select jsonb_agg(kind order by kind) from candidate_contacts_known
        where candidate_id = person.id), '[]')) end
$$;

-- Whoever changes contacts marks the people as changed, which refreshes their cards. An import marks
-- people first, by writing their rows, and writes their contacts afterwards: those are left alone by
-- the mark, so that cards are refreshed here too. One that stays as it is, is not written.
create or replace function stamp_people_of_contacts() returns trigger language plpgsql as $$
begin
  update candidates c set changed_xid = pg_current_xact_id()
    from (select distinct candidate_id from changed) whose
    where c.id = whose.candidate_id and c.changed_xid <> pg_current_xact_id();
  update list_members m set card = candidate_card(c)
    from changed join candidates c on c.id = changed.candidate_id
    where m.candidate_id = c.id and m.card is distinct from candidate_card(c);
  update saved_candidates s set card = candidate_card(c)
    from changed join candidates c on c.id = changed.candidate_id
    where s.candidate_id = c.id and s.card is distinct from candidate_card(c);
  return null;
end $$;

update list_members m set card = candidate_card(c) from candidates c where c.id = m.candidate_id;
update saved_candidates s set card = candidate_card(c) from candidates c where c.id = s.candidate_id;
