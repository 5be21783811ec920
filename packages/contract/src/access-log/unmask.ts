import { z } from 'zod'
import { Id, IdParam } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

/** A client's or a participant's numbers, whole. */
export const UnmaskedPerson = z.object({
  /** Null: known by the case alone, as the client of a lead. */
  personId: Id.nullable(),
  name: z.string(),
  /** Code of `borrowerType`; null: the client of the case. */
  role: z.string().nullable(),
  passport: z.string().nullable(),
  phone: z.string().nullable(),
  inn: z.string().nullable(),
  snils: z.string().nullable(),
})
export type UnmaskedPerson = z.output<typeof UnmaskedPerson>

/** «Показать»: every call is written to the journal. */
export const unmaskCase = endpoint({
  method: 'POST',
  path: '/case/:id/unmask',
  summary: 'Показ персональных данных участников дела',
  access: can('PersonalData', 'Unmask'),
  params: z.object({ id: IdParam }),
  body: z.object({}).optional(),
  response: z.array(UnmaskedPerson),
})

/** «Показать» in a row of a list: the client's phone alone; every call is written to the journal. */
export const unmaskPhone = endpoint({
  method: 'POST',
  path: '/case/:id/unmask/phone',
  summary: 'Показ телефона клиента дела',
  access: can('PersonalData', 'Unmask'),
  params: z.object({ id: IdParam }),
  body: z.object({}).optional(),
  response: z.object({
    /** Digits with the country; null: the case has none. */
    phone: z.string().nullable(),
  }),
})
