-- Tokens of mailed links are kept hashed from here on, in the library's form; those on their way too.

update auth_verifications
set identifier = translate(encode(sha256(convert_to(identifier, 'utf8')), 'base64'), '+/=', '-_')
where identifier like 'reset-password:%';
