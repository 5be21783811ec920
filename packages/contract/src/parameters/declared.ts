import { bankParameters } from './bank-parameters.ts'
import { blacklistParameters } from './blacklist-parameters.ts'
import { bureauParameters } from './bureau-parameters.ts'
import { checkParameters } from './check-parameters.ts'
import { committeeParameters } from './committee-parameters.ts'
import { controlShares } from './control-shares.ts'
import { fraudParameters } from './fraud-parameters.ts'
import { insuranceParameters } from './insurance-parameters.ts'
import { decisionParameters, loanParameters } from './loan-parameters.ts'
import { productParameters } from './product-parameters.ts'
import { qualityParameters } from './quality-parameters.ts'
import { rateParameters } from './rate-parameters.ts'
import type { ParameterSpec, ParameterValue } from './parameter-spec.ts'
import { realtyParameters } from './realty-parameters.ts'
import { controlParameters, reminderParameters } from './reminder-parameters.ts'
import { termParameters } from './term-parameters.ts'
import { underwritingParameters } from './underwriting-parameters.ts'
import { queueParameters, subjectParameters } from './work-parameters.ts'

/** Every business figure that the code asks for: the one list of parameters. */
export const declaredParameters = {
  ...loanParameters,
  ...decisionParameters,
  ...committeeParameters,
  ...checkParameters,
  ...qualityParameters,
  ...controlShares,
  ...termParameters,
  ...bankParameters,
  ...queueParameters,
  ...subjectParameters,
  ...reminderParameters,
  ...controlParameters,
  ...blacklistParameters,
  ...fraudParameters,
  ...bureauParameters,
  ...underwritingParameters,
  ...realtyParameters,
  ...insuranceParameters,
  ...productParameters,
  ...rateParameters,
} as const

export type ParameterCode = keyof typeof declaredParameters
export const parameterCodes = Object.keys(declaredParameters) as ParameterCode[]

/** A declaration, whatever its kind. */
export const specOf = (code: ParameterCode): ParameterSpec<ParameterSpec['kind'], ParameterValue> =>
  declaredParameters[code]

type Declared = typeof declaredParameters
/** What the parameter holds, by its declaration. */
export type ValueOf<C extends ParameterCode> = Declared[C]['delivered'][number]['value']
