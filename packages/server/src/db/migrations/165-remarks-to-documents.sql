-- The document that a remark is about: whoever answers opens it from there, and whoever checks sees both beside the scan.
ALTER TABLE case_remark ADD COLUMN document_id int REFERENCES document;
CREATE INDEX case_remark_document ON case_remark (document_id) WHERE document_id IS NOT NULL;
