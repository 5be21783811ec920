import { checkCard, moverOf, openPartnerOf } from '#features/cases/cards/card.service.ts'
import { openQuestionnaire } from '#features/cases/sections/open-questionnaire.service.ts'
import type { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import { checkContact } from '@ipoteka-office/contract/common/person/contact-value.ts'
import { fullFormFields } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import { refuseDuplicates } from '#features/cases/duplicates/case-duplicates.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'

/** What the area needs beside the database. */
export interface FullApplicationParts {
  readonly engine: Engine
  readonly references: ReferenceReader
}

type Body = ParsedRequest<typeof createFullApplication>['body']

function phoneOf({ phone }: Body): string | undefined {
  if (phone === undefined || phone.trim() === '') return undefined
  const checked = checkContact(1, phone)
  if ('message' in checked) throw invalid([{ path: 'phone', message: checked.message }])
  return checked.value
}

/** Opens a full application with what its first dialog asks. */
export async function create(
  parts: FullApplicationParts,
  { db, actor, requestId }: Context,
  body: Body,
): Promise<{ id: number; number: string }> {
  const partnerId = await openPartnerOf(db, actor, body.partnerId ?? null)
  await checkCard(parts.engine, db, fullFormFields, body)
  const { programme, regionCode, goal, amount, channel, lastName, firstName, middleName, birthDate } = body
  const phone = phoneOf(body)
  const personal = { lastName, firstName, middleName, sex: body.sex, birthDate, phone, citizenship: '643' }
  const client = { lastName, firstName, middleName, birthDate: birthDate ?? null, passport: null }
  const wish = { ...client, phone: phone?.slice(1) ?? null, exceptId: null }
  await refuseDuplicates(parts.engine, { db, actor, requestId }, wish, body.confirmedDuplicates)
  return openQuestionnaire(parts.engine, db, moverOf({ actor, requestId }), {
    type: 'FULL_APPLICATION',
    partnerId,
    regionCode,
    channel: channel ?? null,
    loan: { section: 'CREDIT', values: { programme, regionCode, goal, amount, channel } },
    participants: [{ role: 'MAIN_BORROWER', sections: { PERSONAL: personal } }],
  })
}
