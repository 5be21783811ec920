import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'

/** The right by which somebody checks a case of any type. */
const checking = Object.values(caseTypes).map(({ object }) => `${object} Check`)

/** Whether the roles of `employee e` let them check applications: only such a person can be an approver. */
export const mayCheck = sql<boolean>`EXISTS (SELECT FROM role_holder h
  JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
  JOIN user_role_operation o ON o.user_role_id = r.id
  WHERE h.employee_id = e.id AND o.object_type || ' ' || o.operation = ANY(${checking}::text[]))`
