-- Papers of the application that show the agreement: the policy, its payment. One paper may show several agreements.
ALTER TABLE insurance_agreement ADD COLUMN document_ids int[] NOT NULL DEFAULT '{}';
