import { z } from 'zod'
import { ScheduleLine } from '../calculator/calculators.ts'
import { DateText } from '../common/amounts.ts'
import { IdParam } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

/** Payments of the loan from the confirmed rise on; none where nothing was confirmed. */
export const getSurchargeSchedule = endpoint({
  method: 'GET',
  path: '/insuranceAgreement/:id/surcharge/schedule',
  summary: 'График кредита с надбавкой без страхования',
  access: can('Insurance', 'ReadAgreements'),
  params: z.object({ id: IdParam }),
  response: z.object({ from: DateText.nullable(), schedule: z.array(ScheduleLine) }),
})
