import type { CheckingType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { checkingTypes } from '../departments.service.ts'
import { demoMortgages } from './demo-mortgages.ts'

const byType = new Map(
  demoMortgages.map(({ typeCode, department = 'OIC' }) => [typeCode, checkingTypes[department]]),
)

/** Which department checks a programme in the demo bank: its cases are made before its products are. */
export const demoDepartmentOf = (programme: string | undefined): CheckingType =>
  byType.get(programme ?? '') ?? 'oic'
