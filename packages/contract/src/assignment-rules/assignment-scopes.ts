import { z } from 'zod'
import { CaseType, caseTypes, caseTypesWith } from '../cases/types/case-types.ts'
import { messages } from '../common/scalars.ts'

/** Requests that clients leave on the page of a QR code: they become leads, and have rules of their own before those of leads. */
export const qrScope = 'QR'

/** Of what a list of rules speaks: every type of cases, a new one by its line in the list of types, and requests by QR codes. */
export type AssignmentScope = CaseType | typeof qrScope
const codes: [AssignmentScope, ...AssignmentScope[]] = [qrScope, ...CaseType.options]
export const AssignmentScope = z.enum(codes, messages.unknownCode)
export const assignmentScopes = Object.fromEntries(
  codes.map((code) => [code, code === qrScope ? 'Заявки с QR-кодов' : caseTypes[code].plural]),
) as Readonly<Record<AssignmentScope, string>>

/** The type of the cases that a scope opens. */
export const typeOfScope = (scope: AssignmentScope): CaseType => (scope === qrScope ? qrType : scope)
const qrType: CaseType =
  caseTypesWith(({ takesQrRequests }) => takesQrRequests === true)[0] ?? (CaseType.options[0] as CaseType)

/** Pages of the rules, with what opens each and the lists that stand on it. */
export const assignmentPages = {
  LEADS: { title: 'Распределение лидов', needs: { Admin: ['LeadDistribution'] } },
  APPLICATIONS: { title: 'Распределение заявок', needs: { Admin: ['AppDistribution'] } },
  QR: {
    title: 'Правила назначения QR-заявок',
    needs: { Partner: ['AssignmentRuleConfigurationRead'] },
  },
} as const
export type AssignmentPage = keyof typeof assignmentPages

/** The page on which a list of rules stands. */
export const pageOfScope = (scope: AssignmentScope): AssignmentPage =>
  scope === qrScope ? 'QR' : (caseTypes[scope].distributedWith ?? 'APPLICATIONS')
export const scopesOfPage = (page: AssignmentPage): AssignmentScope[] =>
  codes.filter((scope) => pageOfScope(scope) === page)
