import type {
  ConsentInput,
  ShortApplication,
} from '@ipoteka-office/contract/short-applications/short-applications.ts'
import type { Db } from '#db/database.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { keepSaveMark } from '#features/cases/sections/save-marks.service.ts'
import { invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import {
  type ConsentRow,
  findConsents,
  insertConsent,
  isOwnDocument,
  updateConsentRow,
} from './consents.repo.ts'
import type { ShortRow } from './short-applications.repo.ts'
import { endOfConsent } from './short-applications.rules.ts'
import { checkOpen, getShortApplication, takeShort } from './short-applications.service.ts'

type Given = ConsentInput & { readonly revokedOn: string | null }

/** The same consent of the same person and day, in force: written down twice by a second press. */
async function hasTwin(db: Db, row: ShortRow, given: Given, ownId: number | null): Promise<boolean> {
  if (given.revokedOn !== null) return false
  const consents = await findConsents(db, row.id)
  const isSame = (one: ConsentRow) =>
    one.kind === given.kind &&
    one.templateCode === given.templateCode &&
    one.coBorrowerKey === given.coBorrowerKey &&
    one.signedOn === given.signedOn
  return consents.some((one) => one.id !== ownId && one.revokedOn === null && isSame(one))
}

interface Issue {
  readonly path: string
  readonly message: string
}

function dateIssues({ signedOn, validTo, revokedOn }: Given, today: string): Issue[] {
  const issues: Issue[] = []
  if (signedOn > today) issues.push({ path: 'signedOn', message: 'Дата подписания ещё не наступила' })
  if (validTo !== null && validTo < signedOn)
    issues.push({ path: 'validTo', message: 'Срок действия раньше даты подписания' })
  if (revokedOn !== null && (revokedOn < signedOn || revokedOn > today))
    issues.push({
      path: 'revokedOn',
      message: 'Дата отзыва: не раньше подписания и не позже сегодняшнего дня',
    })
  return issues
}

async function check(
  { db }: Context,
  row: ShortRow,
  given: Given,
  { engine, ownId }: { readonly engine: Engine; readonly ownId: number | null },
): Promise<Given> {
  const { signedOn, coBorrowerKey, documentId } = given
  const issues = dateIssues(given, bankDay(engine.clock))
  if (coBorrowerKey !== null && !row.coBorrowers.some(({ key }) => key === coBorrowerKey))
    issues.push({ path: 'coBorrowerKey', message: 'Такого созаёмщика в заявке нет: сохраните его сначала' })
  if (documentId !== null && !(await isOwnDocument(db, row.id, documentId)))
    issues.push({ path: 'documentId', message: 'Такого документа у заявки нет' })
  if (await hasTwin(db, row, given, ownId))
    issues.push({ path: 'signedOn', message: 'Такое согласие этого дня уже записано: измените его' })
  if (issues.length > 0) throw invalid(issues)
  return { ...given, validTo: endOfConsent(given, await engine.parameters.figuresOn(signedOn)) }
}

/** Writes a consent down. */
export async function addConsent(
  engine: Engine,
  context: Context,
  id: number,
  input: ConsentInput,
): Promise<ShortApplication> {
  const row = await takeShort(context, id)
  checkOpen(row)
  await insertConsent(
    context.db,
    id,
    await check(context, row, { ...input, revokedOn: null }, { engine, ownId: null }),
  )
  await keepSaveMark(context, id, 'CONSENT')
  return getShortApplication(context, id, engine.clock)
}

/** Changes or revokes a consent; revoking is possible at every stage. */
export async function saveConsent(
  engine: Engine,
  context: Context,
  { id, consentId }: { id: number; consentId: number },
  { version, ...input }: Given & { version: number },
): Promise<ShortApplication> {
  const row = await takeShort(context, id)
  const before = (await findConsents(context.db, id)).find((one) => one.id === consentId)
  if (before === undefined) throw notFound('Согласие не найдено')
  if (before.version !== version) throw stale(before, undefined)
  const { inForce: _, document, ...rest } = { inForce: null, ...before }
  const same = { ...rest, documentId: document?.id ?? null, revokedOn: input.revokedOn }
  const isOnlyRevoked = Object.entries(input).every(
    ([key, value]) => key === 'validTo' || value === same[key as keyof typeof same],
  )
  if (!isOnlyRevoked) checkOpen(row)
  const checked = await check(context, row, input, { engine, ownId: consentId })
  await updateConsentRow(context.db, consentId, checked)
  return getShortApplication(context, id, engine.clock)
}
