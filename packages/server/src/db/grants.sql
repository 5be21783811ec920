-- Run after every migration: what the server's role may do. History may be added to by the trigger and read, never changed.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ipoteka_app') THEN CREATE ROLE ipoteka_app NOLOGIN; END IF;
EXCEPTION WHEN duplicate_object THEN NULL; -- another instance was faster
END $$;
DO $$ BEGIN
  IF NOT pg_has_role(CURRENT_USER, 'ipoteka_app', 'MEMBER') THEN GRANT ipoteka_app TO CURRENT_USER; END IF;
END $$;
GRANT USAGE ON SCHEMA public, identity TO ipoteka_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, identity TO ipoteka_app;
GRANT USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA public, identity TO ipoteka_app;
REVOKE INSERT, UPDATE, DELETE ON change_history, case_tally, case_tally_change, product_case_tally, product_case_tally_change, case_type FROM ipoteka_app;
REVOKE UPDATE, DELETE ON history_seal, record_move, case_decision, subject_decision, decision_authority, assignment, approver_redistribution, access_event, bank_profile, parameter_value, blacklist_act, blacklist_verdict,
  auto_check_run, auto_check_verdict, accepted_risk, credit_report FROM ipoteka_app;
-- What the search for fraud found and what was said of it stays as it was.
REVOKE UPDATE, DELETE ON fraud_run, fraud_verdict, blacklist_origin FROM ipoteka_app;
REVOKE UPDATE, DELETE ON requested_document FROM ipoteka_app;
-- A value of a parameter and an authority are withdrawn and nothing else of them changes.
GRANT UPDATE (withdrawn_at) ON parameter_value, decision_authority TO ipoteka_app;
REVOKE UPDATE, DELETE ON compliance_hit, compliance_decision FROM ipoteka_app;
-- Of a hit of 115-ФЗ only what was decided of it changes.
GRANT UPDATE (state, task_id) ON compliance_hit TO ipoteka_app;
REVOKE DELETE ON reference_dictionary, stored_object, change_request, qr_code, qr_scan, user_role,
  reference_item, partner, employee, approver, application, document_rule, document_rule_revision, parameter, blacklist_entry,
  blacklist_content, blacklist_identity, blacklist_appeal, decision_run, stop_dispute, credit_report_request FROM ipoteka_app;
-- Scores are what they were; versions of the scorecard and facts of decisions are not given up.
REVOKE UPDATE, DELETE ON scorecard_run FROM ipoteka_app;
REVOKE DELETE ON scorecard_version, decision_fact FROM ipoteka_app;
REVOKE DELETE ON case_condition FROM ipoteka_app;
REVOKE UPDATE, DELETE ON underwriting_call FROM ipoteka_app;
REVOKE DELETE ON underwriting_worksheet, underwriting_income, underwriting_obligation FROM ipoteka_app;
REVOKE UPDATE, DELETE ON quality_sample, quality_checklist FROM ipoteka_app;
REVOKE DELETE ON quality_check FROM ipoteka_app;
-- What was written of an object, and the lists by which it was asked, are not given up.
REVOKE DELETE ON object_review, legal_opinion, check_list_version FROM ipoteka_app;
REVOKE UPDATE, DELETE ON committee_vote, committee_offer, committee_round, committee_minutes FROM ipoteka_app;
GRANT UPDATE (document_id) ON committee_minutes TO ipoteka_app;
-- What a file of payments said stays; a month is replaced by the next load, never rewritten.
REVOKE UPDATE, DELETE ON loan_month FROM ipoteka_app;
REVOKE DELETE ON payment_load, payment_month FROM ipoteka_app;
-- Versions of products, prices of cases and places of promotions are not given up; what was said stays.
REVOKE DELETE ON product, product_version, case_price, promotion_place FROM ipoteka_app;
REVOKE UPDATE, DELETE ON product_comment FROM ipoteka_app;
-- Why a case was given to whom stays as it was; of one without takers it is noted that somebody else was told.
REVOKE UPDATE, DELETE ON case_assignment FROM ipoteka_app;
GRANT UPDATE (escalated_at) ON case_assignment TO ipoteka_app;
REVOKE DELETE ON assignment_set FROM ipoteka_app;
-- A limit and a cap of rates give their place to others; what they said stays.
REVOKE UPDATE, DELETE ON rate_limit, rate_cap FROM ipoteka_app;
GRANT UPDATE (replaced_at) ON rate_limit TO ipoteka_app;
GRANT UPDATE (withdrawn_at) ON rate_cap TO ipoteka_app;
-- Who had jobs tried again stays as it was.
REVOKE UPDATE, DELETE ON job_retry FROM ipoteka_app;
-- Months of the journal of access are read and written through the table alone, and closed by a function.
DO $$ DECLARE month record; BEGIN
  FOR month IN SELECT name FROM access_month LOOP EXECUTE format('REVOKE ALL ON %I FROM ipoteka_app', month.name); END LOOP;
END $$;
REVOKE INSERT, UPDATE, DELETE ON access_archive, access_month FROM ipoteka_app;
-- Of copies of the bank only the commands that make them may tell.
REVOKE INSERT, UPDATE, DELETE ON backup_run FROM ipoteka_app;
