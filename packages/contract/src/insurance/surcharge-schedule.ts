import { z } from 'zod'
import { ScheduleLine } from '../calculator/calculators.ts'
import { DateText } from '../common/amounts.ts'
import { IdParam } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

/** Payments of the loan from the confirmed rise on; 404 where there is none. */
export const getSurchargeSchedule = endpoint({
  method: 'GET',
  path: '/insuranceAgreement/:id/surcharge/schedule',
  summary: 'График кредита с надбавкой без страхования',
  access: can('Insurance', 'ReadAgreements'),
  params: z.object({ id: IdParam }),
  response: z.object({ from: DateText, schedule: z.array(ScheduleLine) }),
})
