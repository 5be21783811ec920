import type { getApplicationTerms } from '@ipoteka-office/contract/full-applications/application-terms.ts'
import { sectionsOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { getChangesSinceSending } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import { type ProgrammeRule } from '@ipoteka-office/contract/products/eligibility/rule.ts'
import { termsRules } from '@ipoteka-office/contract/products/eligibility/terms-rules.ts'
import { questionnaireDifferences } from '@ipoteka-office/contract/cases/section-texts.ts'
import { meansOfCase } from '#features/cases/means/case-means.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { namesFrom } from '#features/cases/sections/reference-names.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import {
  termsAskedBy,
  termsOfCase,
  termsOfQuestionnaire,
} from '#features/products/terms/case-terms.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { masked } from '#lib/masking.ts'
import { findSendings } from './full-applications.repo.ts'

const type = 'FULL_APPLICATION'
/** Stages in which the questionnaire is with those who fill it in. */
const withAgent = ['FILLING', 'REWORK']

async function requireFull({ db, actor }: Context, id: number) {
  const row = await requireCase(db, actor, id, 'Read')
  if (row.type !== type) throw notFound('Заявка не найдена')
  return row
}

/** What the agent changed since the last sending, or between the last two. */
export async function changesSinceSending(
  context: Context,
  references: ReferenceReader,
  id: number,
): Promise<ReplyOf<typeof getChangesSinceSending>> {
  const { db, actor } = context
  const row = await requireFull(context, id)
  const [last, previous] = await findSendings(db, id, 2)
  const isOpen = withAgent.includes(row.stage)
  const from = isOpen ? last : previous
  if (from === undefined || last === undefined) return { from: null, to: null, changes: [] }
  const now = isOpen ? await readQuestionnaire(db, id, type) : last.data
  const stateOf = ({ sections, participants }: Pick<typeof now, 'sections' | 'participants'>) => ({
    type: type as typeof type,
    ...masked(actor, { sections, participants }),
  })
  const nameOf = await namesFrom(references, sectionsOf(type))
  return {
    from: { at: from.at, actor: from.actor },
    to: isOpen ? null : { at: last.at, actor: last.actor },
    changes: questionnaireDifferences(stateOf(from.data), stateOf(now), nameOf),
  }
}

/** What the product of the application asks for, by what is saved. */
export async function rulesOfCase(context: Context, bank: BankFigures, id: number): Promise<ProgrammeRule[]> {
  await requireFull(context, id)
  const saved = await readQuestionnaire(context.db, id, type)
  const { objects } = await meansOfCase(context.db, bank, id, saved)
  const terms = await termsOfQuestionnaire(bank, context.db, id, saved)
  return termsRules(terms, saved, bankDay(bank.clock), objects)
}

/** The terms of the product that an application is for, or would be for by the programme and region that are typed. */
export async function termsOfApplication(
  context: Context,
  bank: BankFigures,
  id: number,
  typed: { readonly programme?: string | undefined; readonly region?: string | undefined },
): Promise<ReplyOf<typeof getApplicationTerms>> {
  await requireFull(context, id)
  const saved = termsAskedBy(await readQuestionnaire(context.db, id, type))
  const programme = typed.programme ?? saved.programme
  return {
    terms: await termsOfCase(bank, context.db, id, { programme, region: typed.region ?? saved.region }),
  }
}
