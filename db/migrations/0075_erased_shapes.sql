-- Shapes whose history a transaction erased, until the shape server has dropped them: Electric is told by
-- requests, which can fail, after the commit.
create table erased_shapes (
  owner_id text not null references owners on delete cascade,
  id bigint generated always as identity,
  name text not null,
  primary key (owner_id, id)
);
