import { z } from 'zod'
import { Day } from '../common/items.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { AnyValue } from './any-value.ts'
import type { ParameterCode } from './declared.ts'

/** Those that forms of the browser work with: every signed-in person may read them. */
export const formParameters = [
  'cooling-off',
  'appraisal-validity',
  'appraisal-warning',
  'calculator-debt-load',
  'calculator-loan-to-value',
] as const satisfies readonly ParameterCode[]
export type FormParameter = (typeof formParameters)[number]

/** Timelines of what forms work with: the browser takes from them the figures of any day. */
export const getFormFigures = endpoint({
  method: 'GET',
  path: '/parameters/figures',
  summary: 'Значения параметров по датам, с которыми работают формы',
  access: signedIn,
  response: z.record(z.string(), z.array(z.object({ from: Day, value: AnyValue }))),
})
