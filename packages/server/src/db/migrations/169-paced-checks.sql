-- When the service of the self-employed was asked last: it takes two questions in a minute.
CREATE INDEX auto_check_self_employed ON auto_check (answered_at) WHERE code = 'SELF_EMPLOYED';
