import type { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import { checkContact } from '@ipoteka-office/contract/common/person/contact-value.ts'
import { fullFormFields } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import { refuseDuplicates } from '#features/cases/duplicates/case-duplicates.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { refuseUnknownCodes } from '#features/references/known-codes.service.ts'
import { invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { refuseFutureDays } from '#lib/refuse-future-days.ts'
import { findOpenPartner } from './full-applications.repo.ts'
import { openFullApplication } from './open-full-application.service.ts'

/** What the area needs beside the database. */
export interface FullApplicationParts {
  readonly engine: Engine
  readonly references: ReferenceReader
}

type Body = ParsedRequest<typeof createFullApplication>['body']

const checkCodes = ({ references }: FullApplicationParts, body: Body): Promise<void> =>
  refuseUnknownCodes(
    references,
    (
      [
        ['programme', 'product/type'],
        ['regionCode', 'region'],
        ['goal', 'loanGoals'],
        ['channel', 'channel'],
      ] as const
    ).flatMap(([path, dictionary]) => {
      const code = body[path]
      return code === undefined ? [] : [{ path, dictionary, code }]
    }),
  )

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
  const partnerId = body.partnerId ?? actor.partnerId
  if (!(await findOpenPartner(db, actor, partnerId)))
    throw invalid([{ path: 'partnerId', message: 'Партнёр не найден или не активен' }])
  refuseFutureDays(fullFormFields, body, parts.engine.clock)
  await checkCodes(parts, body)
  const { programme, regionCode, goal, amount, channel, lastName, firstName, middleName, birthDate } = body
  const phone = phoneOf(body)
  const personal = { lastName, firstName, middleName, sex: body.sex, birthDate, phone, citizenship: '643' }
  const client = { lastName, firstName, middleName, birthDate: birthDate ?? null, passport: null }
  const wish = { ...client, phone: phone?.slice(1) ?? null, exceptId: null }
  await refuseDuplicates(parts.engine, { db, actor, requestId }, wish, body.confirmedDuplicates)
  return openFullApplication(
    parts,
    db,
    { actor, requestId },
    {
      sourceId: null,
      partnerId,
      regionCode,
      channel: channel ?? null,
      credit: { programme, regionCode, goal, amount, channel },
      participants: [
        {
          role: 'MAIN_BORROWER',
          sections: { PERSONAL: personal },
        },
      ],
    },
  )
}
