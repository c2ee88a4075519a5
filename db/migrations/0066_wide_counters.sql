-- Counters that may pass two billion: of an account that exports for years, whose next export would fail;
-- and a passkey's, which is any number of 32 bits, so that its sign-in would.
alter table users alter column exported_people type bigint;
alter table auth_passkeys alter column counter type bigint;
