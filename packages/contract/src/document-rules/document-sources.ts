import { z } from 'zod'
import { keyOf } from '../common/scalars.ts'

/** «Document source» of specification 2 §4. */
export const documentSources = {
  APPLICANT_DOCS: 'Документы заявителя',
  MORTGAGE_DOCS: 'Документы кредитного дела',
  MORTGAGE_ADDED_DOCS: 'Добавленные документы',
  MORTGAGE_SIGNED_DOCS: 'Подписанные документы',
  MORTGAGE_EXTERNAL_SIGNED_DOCS: 'Документы, подписанные во внешней системе',
  MORTGAGE_SUPPORT_SIGNED_DOCS: 'Подписанные на сопровождении',
  PROCURACY_DOCS: 'Доверенности',
  LEGAL_REPRESENTATIVE_DOCS: 'Документы законного представителя',
  EMPLOYEE_CONFIRMING_AUTHORITY_DOCS: 'Документы о полномочиях сотрудника',
  REGISTRATION_DOCS: 'Документы регистрации',
  EXTERNAL_DOCS: 'Внешние документы',
} as const
export const DocumentSource = keyOf(documentSources)
export type DocumentSource = z.output<typeof DocumentSource>
