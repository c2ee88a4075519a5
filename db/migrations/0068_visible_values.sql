-- What was imported while invisible characters (Unicode's class Cf) were kept loses them. With one in it an
-- address is not the one by which a person asks to be removed, and its hash keeps nobody out; a name with one
-- is found by no search; and the next import of a list takes its person for another. All people are read, but
-- only those with such a value are written, so nobody waits for this.
create function pg_temp.invisible() returns text immutable language sql return
  '[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]';
-- The first comparison spares values in ASCII the second one.
create function pg_temp.has_invisible(value text) returns boolean immutable language sql return
  octet_length(value) > length(value) and value ~ pg_temp.invisible();
create function pg_temp.visible(value text) returns text immutable language sql return
  nullif(btrim(regexp_replace(regexp_replace(value, pg_temp.invisible(), '', 'g'), '\s+', ' ', 'g')), '');

create temp table mended on commit drop as
  select id from candidates where pg_temp.has_invisible(concat_ws(' ', first_name, middle_name, last_name,
    credential, title, specialty, organization, city, state, country, linkedin_url,
    array_to_string(skills, ' ')))
  union
  select candidate_id from candidate_contacts where pg_temp.has_invisible(value);

delete from candidate_contacts
  where candidate_id in (select id from mended) and pg_temp.visible(value) is null;
update candidate_contacts set value = pg_temp.visible(value)
  where candidate_id in (select id from mended) and pg_temp.has_invisible(value);

update candidates set
  first_name = pg_temp.visible(first_name),
  middle_name = pg_temp.visible(middle_name),
  last_name = pg_temp.visible(last_name),
  credential = pg_temp.visible(credential),
  title = pg_temp.visible(title),
  specialty = pg_temp.visible(specialty),
  organization = pg_temp.visible(organization),
  city = pg_temp.visible(city),
  state = pg_temp.visible(state),
  country = pg_temp.visible(country),
  linkedin_url = pg_temp.visible(linkedin_url),
  skills = array_remove(array(select pg_temp.visible(skill) from unnest(skills) skill), null)
  where id in (select id from mended);

-- The key by which lists without NPIs know a person again, as `db/import/legacy-csv.ts` makes it; of letters
-- that the database's locale does not know it is another, and such a person stays as unknown as before.
create function pg_temp.folded(value text) returns text immutable language sql return
  coalesce(btrim(regexp_replace(lower(regexp_replace(normalize(value, NFD),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')),
    '[^[:alnum:]]+', ' ', 'g')), '');
update candidates c set source_key = k.source_key
  from (
    select distinct on (source_key) id, source_key from (
      select p.id, translate(rtrim(encode(sha256(convert_to(concat_ws(E'\n', pg_temp.folded(first_name),
        pg_temp.folded(last_name), pg_temp.folded(organization), regexp_replace(regexp_replace(lower(coalesce(
          (select value from candidate_contacts where candidate_id = p.id and kind = 'personal_email'),
          (select value from candidate_contacts where candidate_id = p.id and kind = 'work_email'),
          linkedin_url, '')), '^https?://(www\.)?', ''), '/$', '')), 'UTF8')), 'base64'), '='), '+/', '-_')
          as source_key
      from candidates p where id in (select id from mended) and source_key is not null
    ) made order by source_key, id
  ) k
  where c.id = k.id
    -- The person was imported since, as another one.
    and not exists (select from candidates o where o.source_key = k.source_key);
