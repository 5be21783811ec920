import { ClientPhone } from '@ipoteka-office/contract/common/person/client.ts'
import { NamePart, RequiredNamePart } from '@ipoteka-office/contract/common/person/person-name.ts'
import { z } from 'zod'

/** What a client leaves on the page of an offer. */
export interface OfferRequest {
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
  /** Digits with the country in front. */
  readonly phone: string
}
/** The form as it was typed, by field. */
export type OfferForm = Readonly<Record<OfferField, string>>
export const offerFields = ['lastName', 'firstName', 'middleName', 'phone', 'consent'] as const
export type OfferField = (typeof offerFields)[number]

/** A field that people do not see: whoever fills it in is a program. */
export const trapField = 'website'

const Request = z.object({
  lastName: RequiredNamePart,
  firstName: RequiredNamePart,
  middleName: NamePart,
  // A mask would pass as the number that it hides.
  phone: ClientPhone.refine(
    (phone) => phone !== null && /^\d{11,15}$/.test(phone),
    'Укажите телефон с кодом: +7 900 000-00-00',
  ).transform(String),
  consent: z.literal('yes', 'Без согласия заявку передать нельзя'),
})

export type ReadForm = { readonly form: OfferForm; readonly isRobot: boolean } & (
  | { readonly request: OfferRequest }
  | { readonly errors: Readonly<Partial<Record<OfferField, string>>> }
)

/** Reads the body of the form: the request, or what is wrong with each field. */
export function readOfferForm(body: string): ReadForm {
  const given = new URLSearchParams(body)
  const form = Object.fromEntries(offerFields.map((name) => [name, given.get(name) ?? ''])) as OfferForm
  const isRobot = (given.get(trapField) ?? '') !== ''
  const { data, error } = Request.safeParse(form)
  if (data !== undefined) {
    const { consent: _, ...request } = data
    return { form, isRobot, request }
  }
  const errors: Partial<Record<OfferField, string>> = {}
  for (const { path, message } of error.issues) errors[path[0] as OfferField] ??= message
  return { form, isRobot, errors }
}

/** Channels by the kind of partner. */
const channels: Readonly<Record<string, string>> = {
  DEVELOPER: 'DEVELOPER',
  AGENT: 'AGENT',
  BROKER: 'AGENT',
  OFFICE: 'RETAIL',
  EMPLOYER: 'CORPORATE',
}

/** What a lead says of the code that it came by. */
export const leadOrigin = (code: {
  /** Of the products behind the code, where they share one. */
  readonly programmeCode: string | null
  readonly productName: string
  readonly partnerTypeCode: string
  readonly campaign: string
}) => ({
  programmeCode: code.programmeCode,
  channelCode: channels[code.partnerTypeCode] ?? null,
  comment: `Заявка с QR-кода: ${code.productName}${code.campaign === '' ? '' : `, кампания «${code.campaign}»`}`,
})
